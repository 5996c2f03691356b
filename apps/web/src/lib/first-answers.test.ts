import { ownTimezone } from '@servicebook/i18n/intl.ts';
import { firstAnswersId } from '@servicebook/shared/first-answers';
import type { SessionUser } from '@servicebook/shared/user';
import { expect, it } from 'vitest';
import { appConfig, sessionUser } from '../testing/render-app.tsx';
import { firstAnswers } from './first-answers.ts';

function bring(user: SessionUser): void {
  document.body.innerHTML = `<script type="application/json" id="${firstAnswersId}"></script>`;
  const [block] = document.scripts;
  if (block) block.textContent = JSON.stringify({ user, config: appConfig });
}

it('are read from the page, if it has any', () => {
  document.body.innerHTML = '';
  expect(firstAnswers()).toBeNull();
  bring(sessionUser());
  expect(firstAnswers()).toEqual({ user: sessionUser(), config: appConfig });
});

it('have the timezone of this browser for a user who has chosen none', () => {
  bring({ ...sessionUser(), timezone: '' });
  expect(firstAnswers()?.user.timezone).toBe(ownTimezone());
});
