/**
 * Which modules travel in one file. By itself, the bundler makes a file of each set of modules that the same screens
 * share: hundreds of small ones, of which a screen needs a hundred. Here such files are joined as long as the requests
 * saved are worth more than the code that some screens then load without need.
 */

/** A file as the bundler makes it. */
export interface Chunk {
  /** Files that it loads at once. */
  imports: string[];
  bytes: number;
}

/** Files that are loaded together, such as those of a page with its frame, with all they import. */
export interface Scene {
  files: string[];
  /** How often it is met, compared with others. */
  weight: number;
  /** What it should load at most, in bytes and files. */
  most?: { bytes?: number; files?: number };
}

interface Unit {
  files: string[];
  bytes: number;
  /** 1 for every scene that loads it. */
  scenes: Uint8Array;
  deps: Set<Unit>;
}

/** As if a request cost more or less than it does. */
const views = [0.85, 0.9, 0.925, 0.95, 0.975, 1, 1.025, 1.05, 1.075, 1.1, 1.15];

/**
 * Joins the best pairs first, which may lead to a poor end: a few bytes more somewhere, and other pairs come first. So it is
 * done in several ways, of which the one is taken whose fullest scene is the furthest from what it should load at most.
 * @param requestBytes the code that travels in the time of a request
 * @returns the files to join. No two of the joined ones import each other.
 */
export function joinChunks(
  chunks: ReadonlyMap<string, Chunk>,
  scenes: readonly Scene[],
  requestBytes: number,
): string[][] {
  const ways = views.map((view) => {
    const units = joinedUnits(chunks, scenes, requestBytes * view);
    return { units, fullest: fullestOf(units, scenes) };
  });
  const [best] = ways.toSorted((one, other) => one.fullest - other.fullest);
  return [...(best?.units ?? [])].map(({ files }) => files).filter(({ length }) => length > 1);
}

function joinedUnits(
  chunks: ReadonlyMap<string, Chunk>,
  scenes: readonly Scene[],
  requestBytes: number,
): Set<Unit> {
  const units = unitsOf(chunks, scenes);
  joinAlike(units);
  for (;;) {
    const pairs = worthwhilePairs([...units], scenes, requestBytes);
    if (pairs.length === 0) return units;
    for (const [one, other] of pairs) join(units, one, other);
    joinAlike(units);
  }
}

/** What joined files have of their bytes at most, because they are compressed together. */
const together = 0.82;

/** What the fullest scene loads, as a share of what it should load at most. */
function fullestOf(units: ReadonlySet<Unit>, scenes: readonly Scene[]): number {
  const shares = scenes.map(({ most }, scene) => {
    if (!most) return 0;
    const loaded = [...units].filter((unit) => unit.scenes[scene]);
    const bytes = together * loaded.reduce((sum, unit) => sum + unit.bytes, 0);
    return Math.max(most.bytes ? bytes / most.bytes : 0, most.files ? loaded.length / most.files : 0);
  });
  return Math.max(...shares);
}

function unitsOf(chunks: ReadonlyMap<string, Chunk>, scenes: readonly Scene[]): Set<Unit> {
  const unitOf = new Map(
    [...chunks].map(([file, { bytes }]): [string, Unit] => [
      file,
      { files: [file], bytes, scenes: new Uint8Array(scenes.length), deps: new Set() },
    ]),
  );
  const known = (files: readonly string[]) => files.flatMap((file) => unitOf.get(file) ?? []);
  for (const [file, unit] of unitOf) unit.deps = new Set(known(chunks.get(file)?.imports ?? []));
  scenes.forEach(({ files }, scene) => {
    for (const unit of known(files)) enter(unit, scene);
  });
  return new Set(unitOf.values());
}

/** A scene loads a unit, and so all it imports. */
function enter(unit: Unit, scene: number): void {
  if (unit.scenes[scene]) return;
  unit.scenes[scene] = 1;
  for (const dep of unit.deps) enter(dep, scene);
}

function join(units: Set<Unit>, one: Unit, other: Unit): void {
  one.files.push(...other.files);
  one.bytes += other.bytes;
  for (const dep of other.deps) one.deps.add(dep);
  units.delete(other);
  for (const unit of units) if (unit.deps.delete(other)) unit.deps.add(one);
  one.deps.delete(one);
  const both = one.scenes.map((loads, scene) => loads | (other.scenes[scene] ?? 0));
  one.scenes.fill(0);
  both.forEach((loads, scene) => {
    if (loads) enter(one, scene);
  });
}

/** Joins what the same scenes load. Files that import each other in a circle are among it. */
function joinAlike(units: Set<Unit>): void {
  const known = new Map<string, Unit>();
  for (const unit of [...units]) {
    const key = unit.scenes.join('');
    const same = known.get(key);
    if (same) join(units, same, unit);
    else known.set(key, unit);
  }
}

/** How many bytes each scene may still load. */
function roomIn(units: readonly Unit[], scenes: readonly Scene[]): number[] {
  return scenes.map(({ most }, scene) => {
    const loaded = units.reduce((sum, unit) => sum + (unit.scenes[scene] ? unit.bytes : 0), 0);
    return (most?.bytes ?? Number.POSITIVE_INFINITY) / together - loaded;
  });
}

/** The best pairs to join, each unit in one of them at most. None takes a scene beyond what it should load at most. */
function worthwhilePairs(
  units: readonly Unit[],
  scenes: readonly Scene[],
  requestBytes: number,
): [Unit, Unit][] {
  const costs = units.map((unit) => costOf(unit, scenes, requestBytes));
  const room = roomIn(units, scenes);
  const gains: { one: number; other: number; gain: number }[] = [];
  for (let one = 0; one < units.length; one++)
    for (let other = one + 1; other < units.length; other++) {
      const [a, b] = [units[one]?.scenes, units[other]?.scenes];
      const [costA, costB] = [costs[one], costs[other]];
      if (!a || !b || !costA || !costB) continue;
      let gain = 0;
      for (let scene = 0; scene < scenes.length; scene++) {
        const weight = scenes[scene]?.weight ?? 0;
        const cost = a[scene] ? costB[scene] : b[scene] ? costA[scene] : 0;
        if (a[scene] && b[scene]) gain += weight * requestBytes;
        else if (cost) gain -= cost > weight * (room[scene] ?? 0) ? Number.POSITIVE_INFINITY : cost;
      }
      if (gain > 0) gains.push({ one, other, gain });
    }
  gains.sort((a, b) => b.gain - a.gain || a.one - b.one || a.other - b.other);
  const best = gains[0]?.gain ?? 0;
  const taken = new Set<number>();
  const pairs: [Unit, Unit][] = [];
  for (const { one, other, gain } of gains) {
    if (gain < best / 2) break;
    const pair = [units[one], units[other]];
    if (taken.has(one) || taken.has(other) || !pair[0] || !pair[1]) continue;
    const more = scenes.map(({ weight }, scene) => {
      const [a, b] = [pair[0]?.scenes[scene], pair[1]?.scenes[scene]];
      if (a === b) return 0;
      return ((a ? costs[other]?.[scene] : costs[one]?.[scene]) ?? 0) / weight;
    });
    // Those before it may have taken the room.
    if (more.some((bytes, scene) => bytes > (room[scene] ?? 0))) continue;
    more.forEach((bytes, scene) => {
      room[scene] = (room[scene] ?? 0) - bytes;
    });
    taken.add(one).add(other);
    pairs.push([pair[0], pair[1]]);
  }
  return pairs;
}

/** What each scene pays for a unit that it does not need, and for what that imports. */
function costOf(unit: Unit, scenes: readonly Scene[], requestBytes: number): Float64Array {
  const all = new Set([unit]);
  for (const each of all) for (const dep of each.deps) all.add(dep);
  return Float64Array.from(scenes, ({ weight }, scene) => {
    let cost = 0;
    for (const each of all) if (!each.scenes[scene]) cost += each.bytes + (each === unit ? 0 : requestBytes);
    return weight * cost;
  });
}
