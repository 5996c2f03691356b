import type { AddressInfo } from 'node:net';
import { type ParsedMail, simpleParser } from 'mailparser';
import { pino } from 'pino';
import { SMTPServer } from 'smtp-server';
import { expect, test } from 'vitest';
import { createMailer, type MailFailure } from './mailer.ts';

test('a mail contains its attachments and an unsubscribe address', async () => {
  const received: ParsedMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: async (stream, _session, done) => {
      received.push(await simpleParser(stream));
      done();
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  const mailer = createMailer(
    `smtp://127.0.0.1:${port}`,
    'Servicebook <no-reply@example.test>',
    pino({ level: 'silent' }),
  );
  try {
    const mail = { to: 'anna@example.test', subject: 'Due', text: 'Due', html: '<p>Due</p>' };
    await mailer.send({
      ...mail,
      unsubscribeUrl: 'https://app.example.test/myAccount?tab=user',
      attachments: [{ filename: 'a.txt', contentType: 'text/plain', content: new Uint8Array([104, 105]) }],
    });
    await mailer.send(mail);
  } finally {
    mailer.close();
    await new Promise<void>((resolve) => server.close(resolve));
  }
  const [reminder, plain] = received;
  expect(reminder?.headers.get('list')).toMatchObject({
    unsubscribe: { url: 'https://app.example.test/myAccount?tab=user' },
  });
  expect(reminder?.attachments.map(({ content }) => content.toString())).toEqual(['hi']);
  expect(plain?.headers.has('list')).toBe(false);
});

test('a refusal of the address or the mail is final, everything else passes', async () => {
  let sender: Error | undefined;
  let recipient: Error | undefined;
  let content: Error | undefined;
  const saying = (text: string, responseCode: number) => Object.assign(new Error(text), { responseCode });
  const received: ParsedMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onMailFrom: (_address, _session, done) => done(sender),
    onRcptTo: (_address, _session, done) => done(recipient),
    onData: async (stream, _session, done) => {
      received.push(await simpleParser(stream));
      done(content);
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  const mailer = createMailer(
    `smtp://127.0.0.1:${port}`,
    'Servicebook <no-reply@example.test>',
    pino({ level: 'silent' }),
  );
  const mail = { to: 'anna@example.test', subject: 'Protocol', text: 'P', html: '<p>P</p>' };
  const failureOf = (given: object = {}) =>
    mailer.send({ ...mail, ...given }).then(
      () => null,
      (error: MailFailure) => ({ isFinal: error.isFinal, said: error.said }),
    );
  try {
    recipient = saying('5.1.1 No such user', 550);
    expect(await failureOf()).toEqual({ isFinal: true, said: '550 5.1.1 No such user' });
    recipient = saying('4.7.1 Later', 450);
    expect(await failureOf()).toEqual({ isFinal: false, said: '450 4.7.1 Later' });
    recipient = undefined;
    content = saying('5.7.1 Looks like spam', 554);
    expect(await failureOf()).toEqual({ isFinal: true, said: '554 5.7.1 Looks like spam' });
    content = undefined;
    // Of all mails, or of this one because it is too large.
    sender = saying('5.7.1 Sender not allowed', 550);
    expect(await failureOf()).toEqual({ isFinal: false, said: '550 5.7.1 Sender not allowed' });
    sender = saying('5.3.4 Message too big', 552);
    expect(await failureOf()).toEqual({ isFinal: true, said: '552 5.3.4 Message too big' });
    sender = undefined;
    received.length = 0;
    expect(
      await failureOf({ id: 'protocol-1-2', fromName: 'Müller, "Bau" <a@b.example>\r\nBcc: c@d.example' }),
    ).toBeNull();
  } finally {
    mailer.close();
    await new Promise<void>((resolve) => server.close(resolve));
  }
  expect(received[0]?.messageId).toBe('<protocol-1-2@example.test>');
  expect(received[0]?.from?.value.map(({ address }) => address)).toEqual(['no-reply@example.test']);
  expect(received[0]?.bcc).toBeUndefined();
  expect(received[0]?.headers.has('bcc')).toBe(false);
  // Nobody listens any more.
  expect(await failureOf()).toEqual({ isFinal: false, said: '' });
});
