import { mount } from "svelte";
import App from "./App.svelte";
import { keepOffline } from "./offline";
import "virtual:looks.css";
import "./style.css";

keepOffline();

mount(App, { target: document.getElementById("app")! });
