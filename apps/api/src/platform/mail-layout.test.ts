import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { layOutMail } from './mail-layout.ts';

const mail = layOutMail(
  {
    subject: 'Tom & Sons invite you',
    lead: ['Hello <Anna>,', 'here is the password:'],
    code: 'a"b<c',
    button: { label: 'Sign in', url: 'https://app.example/login?a=1&b=2' },
    rest: ['Keep it safe.'],
  },
  'en',
);

test('a mail says the same as text and as HTML, in the same order', () => {
  expect(mail.text).toBe(
    'Hello <Anna>,\n\nhere is the password:\n\na"b<c\n\nSign in: https://app.example/login?a=1&b=2\n\nKeep it safe.',
  );
  const places = ['Hello &#60;Anna&#62;', 'a&#34;b&#60;c', 'Sign in', 'Keep it safe.'].map((text) =>
    mail.html.indexOf(text),
  );
  expect(places).not.toContain(-1);
  expect(places).toEqual(places.toSorted((one, other) => one - other));
});

test('what a message is about stands under a line, with the button', () => {
  const { text, html } = layOutMail(
    {
      subject: 'Protocol',
      lead: ['Hello,', 'here it is.\nTom'],
      about: ['Protocol: 5'],
      button: { label: 'Check', url: 'https://app.example/v' },
      rest: ['Please answer.'],
    },
    'en',
  );
  expect(text).toMatch(/^Hello,\n\nhere it is\.\nTom\n\n-+\n\nProtocol: 5\n\nCheck: .+\n\nPlease answer\.$/);
  expect(html).toMatch(/Tom<\/p>\s*<div class="item"[^>]*>&nbsp;<\/div>\s*<p[^>]*>Protocol: 5/);
});

test('nothing in a name becomes markup, and the link keeps its query', () => {
  expect(mail.html).not.toContain('<Anna>');
  expect(mail.html).toContain('<title>Tom &#38; Sons invite you</title>');
  expect(mail.html).toContain('href="https://app.example/login?a=1&#38;b=2"');
});

test('the button has the colour of the app', () => {
  const theme = readFileSync(path.join(import.meta.dirname, '../../../web/src/app/theme.ts'), 'utf8');
  const petrol = /const brand[^[]*\[(?:\s*'#\w+',){7}\s*'(#\w+)'/.exec(theme)?.[1];
  expect(petrol).toMatch(/^#[0-9a-f]{6}$/);
  expect(mail.html).toContain(`background:${petrol}"`);
});

test('it supports dark mode and loads nothing from other hosts', () => {
  expect(mail.html).toContain('@media (prefers-color-scheme: dark)');
  expect(mail.html).toContain('<meta name="color-scheme" content="light dark">');
  expect(mail.html).not.toMatch(/<(img|link|script)|url\(/);
});

test('items are in sections before the button, each with a link, and the reason for the mail comes last', () => {
  const url = 'https://app.example/todo?id=1&x="';
  const { text, html } = layOutMail(
    {
      subject: 'Due',
      lead: ['Hello,'],
      sections: [
        {
          title: 'Overdue: 2',
          hint: 'Soon, please.',
          items: [{ title: 'Oil <5W>', url, detail: '1 May · Mill & Sons' }],
          more: { text: 'and 1 more', url: 'https://app.example/todos' },
        },
      ],
      button: { label: 'Show', url: 'https://app.example/' },
      rest: [],
      footer: { text: 'You chose it.', link: { label: 'Change', url: 'https://app.example/me' } },
    },
    'en',
  );
  expect(text).toBe(
    [
      'Hello,',
      `OVERDUE: 2\nSoon, please.\n- Oil <5W>\n  1 May · Mill & Sons\n  ${url}\nand 1 more: https://app.example/todos`,
      'Show: https://app.example/',
      'You chose it. Change: https://app.example/me',
    ].join('\n\n'),
  );
  expect(html).toContain('Oil &#60;5W&#62;');
  expect(html).toContain('Mill &#38; Sons');
  expect(html).toContain('href="https://app.example/todo?id=1&#38;x=&#34;"');
  expect(html.indexOf('Overdue: 2')).toBeLessThan(html.indexOf('>Show<'));
  expect(html.indexOf('>Show<')).toBeLessThan(html.indexOf('>Change<'));
});
