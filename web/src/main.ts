// The page's start.
import { mount } from "svelte";
import App from "./app/App.svelte";
import "./app/app.css";
import "./play/home.css";
import "./play/setup.css";
import "./play/match.css";
import "./think/think.css";
import "./board/paints.css";
import { listen } from "./app/route.svelte.js";
import { apply } from "./app/settings.svelte.js";

apply();
listen();
mount(App, { target: document.body });
