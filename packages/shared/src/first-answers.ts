import type { AppConfig } from './app.ts';
import type { SessionUser } from './user.ts';

/** The id of the element in which the server's page brings them. */
export const firstAnswersId = 'first-answers';

/** What the app would ask first. */
export interface FirstAnswers {
  user: SessionUser;
  config: AppConfig;
}
