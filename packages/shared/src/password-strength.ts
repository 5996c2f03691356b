/**
 * Estimates how easily a password can be guessed. Screens show it as advice, and the server refuses guessable
 * passwords.
 */
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
const common = [
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
 * A rule of thumb: a long password is hard to guess, unless it is a common one.
 * @param known public facts about the user: names, the e-mail, the company
 */
export function passwordStrength(password: string, known: readonly string[] = []): PasswordStrength {
  if (password.length < minPasswordLength) return 'short';
  if (ownPart(password, known).length < 8) return 'guessable';
  return password.length < 14 ? 'fair' : 'good';
}

/** The part of a password left after removing known words, repeated characters and runs of adjacent keys. */
function ownPart(password: string, known: readonly string[]): string {
  const lowerCase = known.map((text) => text.toLowerCase());
  const words = [...lowerCase, ...lowerCase.flatMap((text) => text.split(/[\s@.,_-]+/)), ...common];
  let text = password.toLowerCase();
  // Longest first, so that an address is removed as a whole, not only the name in it.
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
