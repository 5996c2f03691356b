import { describe, expect, it } from 'vitest';
import { fieldErrors } from './error-codes.ts';
import { TypedPasswordChange } from './user.ts';

describe('A new password', () => {
  const complaintsAbout = (newPassword: string, newPassword2: string) => {
    const { error } = TypedPasswordChange.safeParse({ oldPassword: 'old', newPassword, newPassword2 });
    return error ? fieldErrors(error) : {};
  };

  it('is accepted if it is long enough and typed the same twice', () => {
    expect(complaintsAbout('1234567890', '1234567890')).toEqual({});
  });

  it('has at least ten characters', () => {
    expect(complaintsAbout('123456789', '123456789')).toEqual({ newPassword: 'MIN_LENGTH_PASSWORD' });
  });

  it('must be the same twice', () => {
    expect(complaintsAbout('1234567890', '1234567891')).toEqual({
      newPassword2: 'PASSWORDS_ARE_NOT_THE_SAME',
    });
  });

  it('reports only that it is too short if both are wrong', () => {
    expect(complaintsAbout('123456789', '1234567890')).toEqual({ newPassword: 'MIN_LENGTH_PASSWORD' });
  });
});
