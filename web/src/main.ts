// The page's start.
import { mount } from "svelte";
import App from "./app/App.svelte";
import "./app/app.css";
import "./play/home.css";
import "./play/setup.css";
import "./play/match.css";
import "./think/think.css";
import "./board/paints.css";
import * as route from "./app/route.svelte.js";
import * as settings from "./app/settings.svelte.js";

settings.apply();
settings.listen();
route.listen();
mount(App, { target: document.body });
