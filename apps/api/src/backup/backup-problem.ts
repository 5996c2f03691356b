/** What an operator can help; the message says how. */
export class BackupProblem extends Error {}
