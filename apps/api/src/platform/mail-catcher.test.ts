import { mkdtemp, readdir, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import express from 'express';
import { createTransport } from 'nodemailer';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type MailCatcher, mailCatcherRoutes, startMailCatcher } from './mail-catcher.ts';

let dir: string;
let catcher: MailCatcher;

beforeEach(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'mail-catcher-'));
  catcher = await startMailCatcher({ dir });
});

afterEach(async () => {
  await catcher.stop();
  await rm(dir, { recursive: true });
});

const send = (message: Record<string, unknown>) =>
  createTransport(catcher.smtpUrl).sendMail({ from: 'Serwis Łódź <no-reply@example.test>', ...message });

async function get(route: string): Promise<{ status: number; policy: string; body: string }> {
  const server = express().use(mailCatcherRoutes(catcher)).listen(0, '127.0.0.1');
  try {
    await new Promise((resolve) => server.once('listening', resolve));
    const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${route}`);
    const policy = response.headers.get('content-security-policy') ?? '';
    return { status: response.status, policy, body: await response.text() };
  } finally {
    server.close();
  }
}

test('keeps sent mails with their links and the letters of all languages', async () => {
  await send({
    to: 'Anna@Example.test',
    subject: 'Активация: zażółć gęślą jaźń',
    text: 'Otwórz https://app.example.test/activate?token=abc&x=1 teraz',
    html: '<p>Grüße <a href="https://app.example.test/activate?token=abc&amp;x=1">öffnen</a> <a href="https:&#x2F;/a.test/?b=1&#38;c&bad;&#9999999;">b</a></p>',
  });
  const [mail] = await catcher.list();
  expect(mail).toMatchObject({
    to: 'anna@example.test',
    subject: 'Активация: zażółć gęślą jaźń',
    links: ['https://app.example.test/activate?token=abc&x=1', 'https://a.test/?b=1&c&bad;&#9999999;'],
  });
  expect(mail?.from).toContain('Serwis Łódź');
  expect(mail?.text).toContain('Otwórz');
  expect(mail?.html).toContain('Grüße');
});

test('lists the newest first, and those to one address, hidden recipients included', async () => {
  await send({ to: 'a@example.test', subject: 'first', text: '1' });
  await send({ to: 'b@example.test', bcc: 'a@example.test', subject: 'second', text: '2' });
  await send({ to: 'ba@example.test', subject: 'third', text: '3' });
  const subjects = async (to?: string) => (await catcher.list(to)).map(({ subject }) => subject);
  expect(await subjects()).toEqual(['third', 'second', 'first']);
  expect(await subjects('A@example.test')).toEqual(['second', 'first']);
  expect(JSON.parse((await get('/dev/mail.json?to=ba@example.test')).body)).toMatchObject([
    { subject: 'third' },
  ]);
});

test('still has the messages after a restart', async () => {
  await send({ to: 'a@example.test', subject: 'kept', text: 'text' });
  await catcher.stop();
  catcher = await startMailCatcher({ dir });
  expect(await catcher.list()).toMatchObject([{ subject: 'kept' }]);
  expect(await readdir(dir)).toHaveLength(1);
});

test('shows a message without letting it run or reach anything', async () => {
  await send({
    to: 'a@example.test',
    subject: '<script>alert(1)</script>',
    html: '<p onclick="alert(2)">Hello</p><script>alert(3)</script><a href="javascript:alert(4)">no</a>',
  });
  const [mail] = await catcher.list();
  const list = await get('/dev/mail');
  const page = await get(`/dev/mail/${mail?.id}`);
  for (const { policy, body } of [list, page]) {
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain('script-src');
    expect(body).not.toMatch(/<script/i);
    expect(body).not.toContain('href="javascript:');
  }
  expect(page.body).toContain('sandbox="allow-popups allow-popups-to-escape-sandbox"');
  expect(page.body).toContain('srcdoc="');
});

test('answers 404 to ids it does not have, paths included', async () => {
  for (const id of ['1-a', '..%2f..%2fetc%2fpasswd']) expect((await get(`/dev/mail/${id}`)).status).toBe(404);
});

test('keeps the newest five hundred', async () => {
  const transport = createTransport({
    url: catcher.smtpUrl,
    pool: true,
    maxMessages: 1000,
    maxConnections: 4,
  });
  const message = { from: 'a@example.test', to: 'b@example.test', text: 'text' };
  for (let index = 0; index < 505; index += 5) {
    const batch = [0, 1, 2, 3, 4].map((step) =>
      transport.sendMail({ ...message, subject: `mail ${index + step}` }),
    );
    await Promise.all(batch);
  }
  transport.close();
  const mails = await catcher.list();
  expect(mails).toHaveLength(500);
  expect(mails.map(({ subject }) => subject)).not.toContain('mail 0');
  expect(mails.map(({ subject }) => subject)).toContain('mail 504');
});
