/** The real server and its process for imports, killed in the middle of a run. `pnpm bench:import --kills 20` does it twenty times. */
import { expect, it } from 'vitest';
import { createTestDatabase } from '../../testing/database.ts';
import { importWhileKilled } from '../../testing/killed-import.ts';

it.each([
  ['server', 3],
  ['process', 1],
] as const)(
  'a run whose %s is killed again and again writes what an undisturbed one does, nothing twice',
  async (victim, kills) => {
    const database = await createTestDatabase();
    try {
      const { deaths, killed, undisturbed, made, logged, left } = await importWhileKilled(database.url, {
        ...{ rows: 1200, kills, victim },
      });
      expect(deaths).toHaveLength(kills);
      expect(made).toMatchObject({ state: 'DONE', counts: { rowsDone: 1200 } });
      expect(undisturbed.length).toBeGreaterThan(2500);
      expect(killed).toEqual(undisturbed);
      expect(logged).toBe(1);
      expect(left).toEqual([]);
    } finally {
      await database.drop();
    }
  },
  180_000,
);
