/** The real server, killed in the middle of a run. `pnpm bench:import --kills 20` does it twenty times. */
import { expect, it } from 'vitest';
import { createTestDatabase } from '../../testing/database.ts';
import { importWhileKilled } from '../../testing/killed-import.ts';

it('a run whose server is killed three times writes what an undisturbed one does, nothing twice', async () => {
  const database = await createTestDatabase();
  try {
    const { deaths, killed, undisturbed, made, logged } = await importWhileKilled(database.url, {
      ...{ rows: 1200, kills: 3 },
    });
    expect(deaths).toHaveLength(3);
    expect(made).toMatchObject({ state: 'DONE', counts: { rowsDone: 1200 } });
    expect(undisturbed.length).toBeGreaterThan(2500);
    expect(killed).toEqual(undisturbed);
    expect(logged).toBe(1);
  } finally {
    await database.drop();
  }
}, 180_000);
