// The self-contained page of a tournament. `outflank tournament` fills in the data.

import { mount } from "svelte";

import "../styles/tokens.css";
import "../styles/base.css";
import "../styles/controls.css";
import "../styles/print.css";
import type { TournamentData } from "./data";
import TournamentPage from "./TournamentPage.svelte";

const data = JSON.parse(document.getElementById("data")?.textContent ?? "") as TournamentData;
const target = document.getElementById("app");
if (!target) throw new Error("tournament.html has no #app.");
mount(TournamentPage, { target, props: { data } });
