/** What an operator can help; the message says how. */
export class BackupProblem extends Error {}

/** There is no room for another backup. */
export class NoRoom extends BackupProblem {}
