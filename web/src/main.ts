// The page's start.
import { mount } from "svelte";
import App from "./app/App.svelte";
import "./app/app.css";
import { listen } from "./app/route.svelte.js";
import { apply } from "./app/settings.svelte.js";

apply();
listen();
mount(App, { target: document.body });
