import { mount } from "svelte";
import App from "./App.svelte";
import { app } from "./first";
import { keepOffline } from "./offline";
import "virtual:looks.css";
import "./style.css";

keepOffline();

app.replaceChildren();
mount(App, { target: app });
