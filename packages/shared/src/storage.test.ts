import { expect, it } from 'vitest';
import { endingOf, isProgram, previewKind, programType } from './storage.ts';

it.each([
  ['manual.pdf', 'pdf'],
  ['MANUAL.PDF', 'pdf'],
  ['photo.jpg', 'image'],
  ['photo.jpeg', 'image'],
  ['photo.bmp', 'image'],
  ['photo.png', 'image'],
  ['photo.gif', 'image'],
  ['photo.heic', 'none'],
  ['list.xlsx', 'none'],
  ['drawing.pdf.zip', 'none'],
  ['page.svg', 'none'],
  ['README', 'none'],
])('%s is previewed as %s', (filename, kind) => {
  expect(previewKind(filename)).toBe(kind);
});

it.each([
  ['Setup.EXE', true],
  ['update.msi', true],
  ['start.bat', true],
  ['a.cmd', true],
  ['a.ps1', true],
  ['a.js', true],
  ['a.vbs', true],
  ['a.sh', true],
  ['app.apk', true],
  ['tool.jar', true],
  ['page.html', true],
  ['drawing.svg', true],
  ['table.xlsm', true],
  ['letter.docm', true],
  ['invoice.pdf.exe', true],
  ['two..exe', true],
  ['table.xlsx', false],
  ['drawing.dwg', false],
  ['controller.bin', false],
  ['photo.jpg', false],
  ['exe', false],
])('a warning is due for %s: %s', (filename, due) => {
  expect(isProgram({ filename })).toBe(due);
});

it('content recognised as a program causes a warning, whatever its name', () => {
  expect(isProgram({ filename: 'backup', contentType: programType })).toBe(true);
});

it.each([
  ['a.PDF', 'pdf'],
  ['a.tar.gz', 'gz'],
  ['README', ''],
  ['.profile', ''],
  ['a.', ''],
  ['v1.2 of the manual', ''],
])('the ending of %s is %j', (filename, ending) => {
  expect(endingOf(filename)).toBe(ending);
});
