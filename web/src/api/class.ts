// The class: accounts, submissions, the race, games and tournaments.

import { ApiError, get, post, put, remove } from "./http";
import type {
  AuditLine, ClassDashboard, ClassGame, ClassInfo, ClassMade, ClassOpponents, ClassPair, ClassPerson, ClassQueue,
  ClassSettings, ClassStandings, ClassTournament, Invitation, NewTournament, PersonOverview, PlaytoRequest, SimilarPair,
  Submissions, TournamentResult, Version, VersionReport,
} from "./schema";

export type {
  AuditLine, CheckFinding, CheckLine, ClassDashboard, ClassGame, ClassGameOutcome, ClassInfo, ClassLiveGame, ClassMessage, ClassPair, ClassPerson, ClassQueue,
  ClassSettings, ClassSide, ClassStanding, ClassStandings, ClassTournament,
  Invitation, JobKind, NewTournament, PersonOverview, PlaytoRequest, SimilarPair, Submissions, TournamentFormat,
  TournamentResult, Version, VersionReport, VersionState,
} from "./schema";

/** The class of this server and who is logged in; `null` if the server has no class. */
export async function classInfo(): Promise<ClassInfo | null> {
  try {
    return (await get<ClassInfo | undefined>("/class")) ?? null;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}

export const logIn = (login: string, password: string): Promise<ClassPerson> => post("/class/login", { login, password });
export const join = (login: string, code: string, password: string): Promise<ClassPerson> =>
  post("/class/join", { login, code, password });
export const logOut = (): Promise<void> => post("/class/logout");
export const changePassword = (old: string, password: string): Promise<ClassPerson> =>
  post("/class/password", { old, new: password });
export const changeAlias = (alias: string): Promise<void> => put("/class/alias", { alias });

export const listSubmissions = (): Promise<Submissions> => get("/class/submissions");
export const getReport = (id: string): Promise<VersionReport> => get(`/class/submissions/${encodeURIComponent(id)}`);
export const submit = (content: Blob, file: string, note: string): Promise<Version> =>
  post(`/class/submissions?${new URLSearchParams({ file, note }).toString()}`, content);
export const activate = (id: number): Promise<void> => post(`/class/submissions/${id}/activate`);
export const checkAgain = (id: number): Promise<void> => post(`/class/submissions/${id}/check`);
export const filesPath = (id: number): string => `/api/class/submissions/${id}/files`;

export const getStandings = (): Promise<ClassStandings> => get("/class/standings");
export const challenge = (): Promise<ClassMade> => post("/class/challenge");
export const listOpponents = async (): Promise<ClassOpponents["players"]> =>
  (await get<ClassOpponents>("/class/opponents")).players;
export const playTo = (request: PlaytoRequest): Promise<ClassMade> => post("/class/playto", request);
export const getQueue = (): Promise<ClassQueue> => get("/class/queue");
export const cancelPair = (id: number): Promise<void> => remove(`/class/pairs/${id}`);

/** PKs that were played, the newest first, a hundred at a time. */
export function listPairs(wanted: { person?: number; tournament?: number; before?: number }): Promise<ClassPair[]> {
  const query = new URLSearchParams(Object.entries(wanted).map(([name, value]) => [name, String(value)]));
  return get(`/class/pairs?${query.toString()}`);
}
export const getPair = (id: string): Promise<ClassPair> => get(`/class/pairs/${encodeURIComponent(id)}`);
export const getClassGame = (id: string, game: string): Promise<ClassGame> =>
  get(`/class/pairs/${encodeURIComponent(id)}/games/${encodeURIComponent(game)}`);
export const gamePath = (id: string, game: string, format: string): string =>
  `/api/class/pairs/${encodeURIComponent(id)}/games/${encodeURIComponent(game)}/export?format=${format}`;

export const listTournaments = (): Promise<ClassTournament[]> => get("/class/tournaments");
export const getTournament = (id: string): Promise<TournamentResult> => get(`/class/tournaments/${encodeURIComponent(id)}`);

export const getDashboard = (): Promise<ClassDashboard> => get("/class/dashboard");
export const listPeople = (): Promise<PersonOverview[]> => get("/class/people");
export const importPeople = (csv: string): Promise<Invitation[]> => post("/class/people/import", { csv });
export const resetPerson = (id: number): Promise<Invitation> => post(`/class/people/${id}/reset`);
/** Without a reason, a disqualification is taken back. */
export const disqualify = (id: number, reason: string | null): Promise<void> =>
  post(`/class/people/${id}/disqualify`, { reason });
export const listVersions = (person: number): Promise<Version[]> => get(`/class/people/${person}/submissions`);
export const changeSettings = (settings: ClassSettings): Promise<void> => put("/class/settings", settings);
export const freeze = (frozen: boolean): Promise<void> => post("/class/freeze", { frozen });
export const planTournament = (plan: NewTournament): Promise<ClassMade> => post("/class/tournaments", plan);
export const rerun = (id: number, reason: string): Promise<ClassMade> => post(`/class/pairs/${id}/rerun`, { reason });
export const listSimilar = (): Promise<SimilarPair[]> => get("/class/similarity");
export const listAudit = (): Promise<AuditLine[]> => get("/class/audit");
export const exportPath = (name: "standings.csv" | "grades.csv" | "versions.zip"): string => `/api/class/export/${name}`;
