import { describe, expect, it } from 'vitest';
import { fieldErrors } from './error-codes.ts';
import { TypedPasswordChange } from './user.ts';

describe('A new password', () => {
  const complaintsAbout = (newPassword: string, newPassword2: string) => {
    const { error } = TypedPasswordChange.safeParse({ oldPassword: 'old', newPassword, newPassword2 });
    return error ? fieldErrors(error) : {};
  };

  it('is taken when it is long enough and typed the same twice', () => {
    expect(complaintsAbout('12345678', '12345678')).toEqual({});
  });

  it('has at least eight characters', () => {
    expect(complaintsAbout('1234567', '1234567')).toEqual({ newPassword: 'MIN_LENGTH_PASSWORD' });
  });

  it('is the same twice', () => {
    expect(complaintsAbout('12345678', '12345679')).toEqual({ newPassword2: 'PASSWORDS_ARE_NOT_THE_SAME' });
  });

  it('is told to be too short where both are wrong', () => {
    expect(complaintsAbout('1234567', '12345679')).toEqual({ newPassword: 'MIN_LENGTH_PASSWORD' });
  });
});
