// The types of requests and responses, generated from schemas/openapi.json into build/types (`npm run types`).

import type { components } from "arbiter-api";

type Schemas = components["schemas"];

export type Awaits = Schemas["Awaits"];
export type Choices = Schemas["Choices"];
export type ClockFace = Schemas["ClockFace"];
export type ClockView = Schemas["Clock"];
export type CreatedGame = Schemas["CreatedGame"];
/** One entry in the journal of a game. */
export type GameEvent = Schemas["Event"];
export type GameList = Schemas["GamePage"];
export type GameSummary = Schemas["GameSummary"];
export type GameView = Schemas["GameView"];
export type Keys = Partial<CreatedGame["keys"]>;
export type MoveMade = Schemas["MoveMade"];
export type MoveRequest = Schemas["MoveRequest"];
export type NewGame = Schemas["NewGame"];
/** A bot or engine that can take a seat. */
export type PlayerInfo = Schemas["Players"]["players"][number];
/** RFC 9457, with the members of rejections and conflicts. */
export type ProblemBody = Schemas["Problem"] &
    Partial<Omit<Schemas["Refusal"], keyof Schemas["Problem"]> & Pick<Schemas["Standing"], "ply">>;
export type Seat = Schemas["Seat"];
export type SocketMessage = Schemas["SocketMessage"];
export type SocketRequest = Schemas["SocketRequest"];
/** The current state of a game: part of every response about it. */
export type Standing = Schemas["Standing"];
export type TimeControl = Schemas["TimeControl"];
