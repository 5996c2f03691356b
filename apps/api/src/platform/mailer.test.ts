import type { AddressInfo } from 'node:net';
import { type ParsedMail, simpleParser } from 'mailparser';
import { pino } from 'pino';
import { SMTPServer } from 'smtp-server';
import { expect, test } from 'vitest';
import { createMailer } from './mailer.ts';

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
