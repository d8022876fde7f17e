// @ts-check
// The names of the screens.

export const words = { queue: "Queue", history: "History", grants: "Grants", stats: "Stats", sessions: "Sessions", policy: "Policy", settings: "Settings" };
