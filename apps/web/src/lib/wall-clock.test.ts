import { describe, expect, it } from 'vitest';
import { momentOf, wallTime } from './wall-clock.ts';

describe('local time', () => {
  it('is shown in the user’s timezone', () => {
    expect(wallTime('2026-11-03T22:45:10.500Z', 'Europe/Warsaw')).toBe('2026-11-03T23:45');
    expect(wallTime('2026-07-03T22:45:00Z', 'Europe/Warsaw')).toBe('2026-07-04T00:45');
    expect(wallTime('2026-01-01T00:30:00Z', 'America/St_Johns')).toBe('2025-12-31T21:00');
  });

  it('counts as UTC in an unknown timezone', () => {
    expect(wallTime('2026-11-03T22:45:00Z', 'Mars/Olympus')).toBe('2026-11-03T22:45');
    expect(wallTime('2026-11-03T22:45:00Z', '')).toBe('2026-11-03T22:45');
  });

  it('survives a round trip in every timezone and around every clock change', () => {
    const zones = [
      'Europe/Warsaw',
      'Europe/London',
      'America/New_York',
      'Asia/Kolkata',
      'Australia/Lord_Howe',
      'UTC',
    ];
    for (const zone of zones)
      for (let hour = 0; hour < 24 * 366; hour += 5) {
        const wall = wallTime(new Date(Date.UTC(2026, 0, 1, hour, 17)), zone);
        expect(wallTime(momentOf(wall, zone) ?? '', zone), `${wall} ${zone}`).toBe(wall);
      }
  });

  it('is the first occurrence of a repeated hour, and after the gap of a skipped one', () => {
    expect(momentOf('2026-10-25T02:30', 'Europe/Warsaw')).toBe('2026-10-25T00:30:00.000Z');
    expect(momentOf('2026-03-29T02:30', 'Europe/Warsaw')).toBe('2026-03-29T01:30:00.000Z');
  });

  it('is not parsed from invalid text', () => {
    for (const text of ['', '2026-02-31T10:00', '2026-13-01T10:00', 'yesterday', '2026-11-03'])
      expect(momentOf(text, 'Europe/Warsaw'), text).toBeNull();
  });
});
