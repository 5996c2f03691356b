import { expect, it } from 'vitest';
import { nameForMail } from './mail-name.ts';

it.each([
  'Anna',
  'Jan-Paweł O’Neill',
  'Dźwigpol Serwis Sp. z o.o.',
  'Müller & Söhne GmbH',
  'Лифтсервис 24',
  'Studio 2000',
  'J. R. Kowalski',
  'Kuhn & Söhne GmbH',
  'Müller GmbH & Co. KG',
  'St. Mary’s',
  'A.B. Müller',
  'J. de Vries',
  'A. de la Cruz',
  'J. R. Smith jr.',
  'S.p.A. Rossi',
  'PRO-TECH sp. z o.o.',
  'ООО «Сервис-Плюс»',
  'А. П. Чехов',
  'Fiskal 2000',
  'Aquaflow 65-120',
  'Cargo 2000 H',
  'Presso 160',
  'Tank ½ m³ (No. 4)',
  'Zoë Łącka',
  'ul. Prosta 51/3',
  'Prosta 12a/4',
  'Werk 80/12',
])('shows %s', (name) => {
  expect(nameForMail(name)).toBe(name);
});

it.each([
  'Your account is locked, sign in at evil.com now',
  'evil.com',
  't.co',
  'see www.evil',
  'https://evil.example',
  'mail me@evil',
  'Call +48 600 100 200',
  'Call 600-100-200',
  'A'.repeat(41),
  '<b>Anna</b>',
  'evil.example/path',
  'Call 0800–123–456',
  '０８００１２３４５６',
  '٠٨٠٠١٢٣٤٥٦',
  '⑧⓪⓪⑤⑤⑤',
  '❽⓿⓿❺❺❺',
  '8️⃣0️⃣0️⃣5️⃣5️⃣5️⃣',
  '8\u{115f}0\u{115f}0\u{115f}5\u{115f}5\u{115f}5',
  '800,555,1234',
  '800:555:1234',
  '800*555*1234',
  '0·8·0·0·1·2·3·4',
  '0 . 8 . 0 . 0 . 1 . 2',
  'evil․com',
  'evil．com',
  'evil。com',
  'evil｡com',
  'evil .com',
  'evil. com',
  'evil . com',
  'evil dot com',
  'EVIL. COM now',
  'evil.c\u0336om',
  'evil.\u200bcom',
  'evil[dot]com',
  'evil (DOT) com',
  'evil[.]com',
  'mail me at anna(at)evil',
  'anna [at] evil',
  'anna＠evil',
  'ftp/evil',
  'evil.example/1',
])('does without %s', (name) => {
  expect(nameForMail(name)).toBe('');
});

it.each([
  ['Anna\r\nBcc: somebody', 'Anna Bcc: somebody'],
  ['An\u202ena', 'An na'],
  ['  Anna\u0000 ', 'Anna'],
])('makes one line of %j', (name, shown) => {
  expect(nameForMail(name)).toBe(shown);
});
