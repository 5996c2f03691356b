import { languages } from '@servicebook/i18n';
import { BulkChange } from '@servicebook/shared/bulk';
import { expect, it } from 'vitest';
import { textsOf } from './bulk.ts';

const actions = BulkChange.options.map(({ shape }) => shape.action.value);

it.each(languages)('each action says in %s what it will do and what it has done', async (language) => {
  const { default: texts } = await import(`../../../../packages/i18n/src/${language}/bulk.json`);
  const textAt = (key: string) =>
    key.split('.').reduce<unknown>((node, name) => (node as Record<string, unknown>)?.[name], texts);
  for (const action of actions)
    for (const key of [`${action}.label`, `${textsOf(action).will}_other`, `${textsOf(action).done}_other`])
      expect(textAt(key), key).toEqual(expect.any(String));
});
