// Long tests run in short by default; ARBITER_CAMPAIGN=1 (make campaign) runs them whole.

export const campaign = (short, whole) => (process.env.ARBITER_CAMPAIGN === "1" ? whole : short);
