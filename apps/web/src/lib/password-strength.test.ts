import { describe, expect, it } from 'vitest';
import { passwordStrength } from './password-strength.ts';

describe('The strength of a password', () => {
  it.each([
    ['abc12', 'short'],
    ['12345678', 'guessable'],
    ['aaaaaaaaaaaaaaaa', 'guessable'],
    ['qwertyuiop123', 'guessable'],
    ['Password2026', 'guessable'],
    ['Nowak1985!', 'guessable'],
    ['anna.nowak@example', 'guessable'],
    ['Exemplary1', 'fair'],
    ['k7#Tm2qx', 'fair'],
    ['four pumps in a shed', 'good'],
    ['Nowak repairs old lifts', 'good'],
  ])('of %s is %s', (password, strength) => {
    expect(passwordStrength(password, ['Anna', 'Nowak', 'anna.nowak@example.com', ''])).toBe(strength);
  });
});
