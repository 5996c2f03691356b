import { languages } from '@servicebook/i18n';
import { describe, expect, it } from 'vitest';
import { activationMail } from '../account/account.mail.ts';
import { exportReadyMail } from '../export/export.mail.ts';
import { invitationMail } from './invitation.mail.ts';
import { newPasswordMail, unlockMail } from './user.mail.ts';

const url = 'https://app.example/login';
const userOf = (language: string, firstName: string, companyName: string) => ({
  email: 'anna@example.com',
  firstName,
  language,
  account: { language: 'en', companyName },
});

describe.each(languages)('mails in %s', (language) => {
  const mailsTo = (firstName: string, companyName: string) => {
    const user = userOf(language, firstName, companyName);
    return [
      activationMail(user, url),
      newPasswordMail(user, 'secret', url),
      invitationMail(user, 'secret', url),
      exportReadyMail(user, url, { texts: 'exportReady', tab: 'management' }),
      exportReadyMail(user, url, { texts: 'booksReady', tab: 'user' }),
      unlockMail(user, url),
    ];
  };

  it('name the user and the company, and link to the installation', () => {
    for (const { to, text, html } of mailsTo('Anna', 'Lift Service')) {
      expect(to).toBe('anna@example.com');
      expect(text).toContain('Anna');
      expect(text).toContain(url);
      expect(html).toContain(`href="${url}"`);
      expect(html).toContain(`lang="${language}"`);
    }
    expect(mailsTo('Anna', 'Lift Service')[2]?.subject).toContain('Lift Service');
  });

  it('leave no gap if a Google user has no name, and the account no company yet', () => {
    for (const { subject, text } of mailsTo('', '')) {
      expect(subject).not.toMatch(/^\s|\s{2}|\s$/);
      expect(text).not.toMatch(/\s[,!:]|{{|^ /m);
    }
  });
});
