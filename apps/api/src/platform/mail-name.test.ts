import { expect, it } from 'vitest';
import { nameForMail } from './mail-name.ts';

it.each([
  'Anna',
  'Jan-Paweł O’Neill',
  'Dźwigpol Serwis Sp. z o.o.',
  'Müller & Söhne GmbH',
  'Лифтсервис 24',
  'Studio 2000',
  'J. R. Kowalski',
])('shows %s', (name) => {
  expect(nameForMail(name)).toBe(name);
});

it.each([
  'Your account is locked, sign in at evil.com now',
  'evil.com',
  't.co',
  'see www.evil',
  'https://evil.example',
  'mail me@evil',
  'Call +48 600 100 200',
  'Call 600-100-200',
  'A'.repeat(41),
  '<b>Anna</b>',
  'evil.example/path',
])('does without %s', (name) => {
  expect(nameForMail(name)).toBe('');
});

it.each([
  ['Anna\r\nBcc: somebody', 'Anna Bcc: somebody'],
  ['An\u202ena', 'An na'],
  ['  Anna\u0000 ', 'Anna'],
])('makes one line of %j', (name, shown) => {
  expect(nameForMail(name)).toBe(shown);
});
