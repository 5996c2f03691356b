/** How easily a password is guessed: the screens advise by it, and the server refuses what it calls guessable. */
import { minPasswordLength } from './user.ts';

export type PasswordStrength = 'short' | 'guessable' | 'fair' | 'good';

const rows = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  'qwertyuiop',
  'qwertzuiop',
  'asdfghjkl',
  'zxcvbnm',
];
const neighbours = new Set(rows.flatMap((row) => pairsOf(row).flatMap((pair) => [pair, reverse(pair)])));
const worn = [
  'password',
  'passwort',
  'haslo',
  'hasło',
  'contraseña',
  'пароль',
  'servicebook',
  'admin',
  'welcome',
];

function pairsOf(text: string): string[] {
  return Array.from({ length: Math.max(0, text.length - 1) }, (_, at) => text.slice(at, at + 2));
}
function reverse(text: string): string {
  return [...text].reverse().join('');
}

/**
 * An honest rule of thumb: what is long is hard to find by trying, unless it is what everybody tries first.
 * @param known what strangers may know of the user: names, the e-mail, the company
 */
export function passwordStrength(password: string, known: readonly string[] = []): PasswordStrength {
  if (password.length < minPasswordLength) return 'short';
  if (ownPart(password, known).length < 8) return 'guessable';
  return password.length < 14 ? 'fair' : 'good';
}

/** What is left without known words, repeated characters and runs of neighbouring keys. */
function ownPart(password: string, known: readonly string[]): string {
  const told = known.map((text) => text.toLowerCase());
  const words = [...told, ...told.flatMap((text) => text.split(/[\s@.,_-]+/)), ...worn];
  let text = password.toLowerCase();
  // The longest first: an address is taken out as a whole, not only the name in it.
  words.sort((one, other) => other.length - one.length);
  for (const word of words) if (word.length >= 4) text = text.replaceAll(word, '*');
  const follows = (pair: string) => pair[0] === pair[1] || neighbours.has(pair);
  return (
    text.slice(0, 1) +
    pairsOf(text)
      .flatMap((pair) => (follows(pair) ? [] : [pair[1]]))
      .join('')
  );
}
