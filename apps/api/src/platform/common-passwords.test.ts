import { expect, it } from 'vitest';
import { isCommonPassword } from './common-passwords.ts';

it.each(['qwertyuiop', '1q2w3e4r5t', 'ManchesterUnited', 'pianoforte'])('knows %s', async (password) => {
  expect(await isCommonPassword(password, 10)).toBe(true);
});

it.each(['four pumps in a shed', 'k7#Tm2qxab', ''])('does not know "%s"', async (password) => {
  expect(await isCommonPassword(password, 10)).toBe(false);
});
