import { describe, expect, it } from 'vitest';
import { passwordStrength } from './password-strength.ts';

describe('The strength of a password', () => {
  it.each([
    ['abc12', 'short'],
    ['k7#Tm2qx!', 'short'],
    ['1234567890', 'guessable'],
    ['          ', 'guessable'],
    ['aaaaaaaaaaaaaaaa', 'guessable'],
    ['qwertyuiop123', 'guessable'],
    ['Password2026', 'guessable'],
    ['Nowak1985!', 'guessable'],
    ['anna.nowak@example', 'guessable'],
    ['Anna.Nowak@example.com', 'guessable'],
    ['Exemplary1', 'fair'],
    ['Servicebook26', 'guessable'],
    ['k7#Tm2qx!w', 'fair'],
    ['four pumps in a shed', 'good'],
    ['Nowak repairs old lifts', 'good'],
  ])('of %s is %s', (password, strength) => {
    expect(passwordStrength(password, ['Anna', 'Nowak', 'anna.nowak@example.com', ''])).toBe(strength);
  });
});
