/**
 * What a statement does that a database spread over servers by account (Citus) refuses, or must ask all its servers for.
 * See docs/decisions/0067-spread-by-account.md.
 */
import { readPlaces } from '@servicebook/prisma/places';
import type { ParseResult } from 'libpg-query';
import type pg from 'pg';

export interface Table {
  columns: ReadonlySet<string>;
  /** The column with the account, of a table that is spread by it. */
  account: string | undefined;
}

export interface Schema {
  tables: ReadonlyMap<string, Table>;
  /** Functions that answer something else with each call. */
  volatile: ReadonlySet<string>;
}

/** Reads what the rule needs to know of a database. */
export async function readSchema(client: pg.Client): Promise<Schema> {
  const { spread } = await readPlaces(client);
  const { rows: tables } = await client.query<{ name: string; columns: string[] }>(`
    SELECT relname AS name,
           ARRAY (SELECT attname::text FROM pg_attribute WHERE attrelid = t.oid AND attnum > 0 AND NOT attisdropped) AS columns
      FROM pg_class t WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`);
  const { rows: functions } = await client.query<{ name: string }>(
    "SELECT proname AS name FROM pg_proc GROUP BY 1 HAVING bool_and(provolatile = 'v')",
  );
  return {
    tables: new Map(
      tables.map(({ name, columns }) => [name, { columns: new Set(columns), account: spread.get(name) }]),
    ),
    volatile: new Set(functions.map(({ name }) => name)),
  };
}

type Tree = { readonly [key: string]: unknown };

const isTree = (value: unknown): value is Tree =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The part of a node with this name; an empty one, if it has none. */
const part = (node: unknown, key: string): Tree => {
  const value = isTree(node) ? node[key] : undefined;
  return isTree(value) ? value : {};
};
const has = (node: unknown, key: string): boolean => isTree(node) && key in node;
const list = (node: unknown, key: string): unknown[] => {
  const value = isTree(node) ? node[key] : undefined;
  return Array.isArray(value) ? value : [];
};
const word = (node: unknown): string => String(part(node, 'String').sval ?? '');
const fieldsOf = (node: unknown): string[] => list(part(node, 'ColumnRef'), 'fields').map(word);

/** A table, subquery or function of a FROM, under the name that the statement calls it by. */
interface Source extends Table {
  name: string;
}

/** Which columns a query binds to a value. */
class Query {
  readonly sources: Source[] = [];
  readonly outer: Query | null;
  /** Names of WITH, which hide tables. */
  readonly named: ReadonlySet<string>;
  readonly #variables: boolean;
  readonly #bound = new Set<string>();
  /** Bound to one of several values, which binds no other column. */
  readonly #narrowed = new Set<string>();
  readonly #equal: [from: string, to: string][] = [];

  /** @param variables a name that belongs to no table is a variable of a function, so it is a value */
  constructor(outer: Query | null, named: ReadonlySet<string>, variables: boolean) {
    this.outer = outer;
    this.named = named;
    this.#variables = variables;
  }

  /** The tables without a value for their account. */
  unbound(): Source[] {
    const reached = new Set(this.#bound);
    for (let size = -1; size !== reached.size; ) {
      size = reached.size;
      for (const [from, to] of this.#equal) if (reached.has(from)) reached.add(to);
    }
    return this.sources.filter(({ name, account }) => {
      const column = `${name}.${account}`;
      return account !== undefined && !reached.has(column) && !this.#narrowed.has(column);
    });
  }

  /** Takes in a FROM, with the conditions of its joins. Answers what it consists of. */
  enter(from: unknown, tables: Schema['tables']): Source[] {
    if (has(from, 'JoinExpr')) return this.#join(part(from, 'JoinExpr'), tables);
    const [kind = ''] = isTree(from) ? Object.keys(from) : [];
    const source = part(from, kind);
    const named = part(source, 'alias').aliasname ?? source.relname ?? '';
    const table = kind === 'RangeVar' && isOurs(source) && !this.named.has(String(source.relname));
    const known = table ? tables.get(String(source.relname)) : undefined;
    const entered = { columns: new Set<string>(), account: undefined, ...known, name: String(named) };
    this.sources.push(entered);
    return [entered];
  }

  #join({ jointype, larg, rarg, quals, usingClause }: Tree, tables: Schema['tables']): Source[] {
    const [left, right] = [this.enter(larg, tables), this.enter(rarg, tables)];
    // The condition of an outer join says nothing about the rows that it keeps.
    const about =
      jointype === 'JOIN_INNER'
        ? [...left, ...right]
        : jointype === 'JOIN_LEFT'
          ? right
          : jointype === 'JOIN_RIGHT'
            ? left
            : [];
    const names = new Set(about.map(({ name }) => name));
    this.require(quals, names);
    for (const column of Array.isArray(usingClause) ? usingClause.map(word) : [])
      for (const { name: one } of left)
        for (const { name: other } of right) this.#link(`${one}.${column}`, `${other}.${column}`, names);
    return [...left, ...right];
  }

  /** @param about the names that the condition restricts */
  require(condition: unknown, about = new Set(this.sources.map(({ name }) => name))): void {
    const { boolop, args } = part(condition, 'BoolExpr');
    if (boolop === 'AND_EXPR' && Array.isArray(args)) for (const each of args) this.require(each, about);
    if (boolop === 'OR_EXPR' && Array.isArray(args)) this.#requireAny(args, about);
    const comparison = part(condition, 'A_Expr');
    if (word(list(comparison, 'name')[0]) !== '=') return;
    const { kind, lexpr, rexpr } = comparison;
    if (kind === 'AEXPR_OP') this.#requireEqual(lexpr, rexpr, about);
    else if (kind === 'AEXPR_IN' || kind === 'AEXPR_OP_ANY') this.#requireOneOf(lexpr, rexpr, about);
  }

  /** Keys one beside another: what each of them binds has one of several values. */
  #requireAny(branches: unknown[], about: Set<string>): void {
    const bound = branches.map((branch) => {
      const alone = new Query(this.outer, this.named, this.#variables);
      alone.sources.push(...this.sources);
      alone.require(branch, about);
      return new Set([...alone.#bound, ...alone.#narrowed]);
    });
    const [first, ...others] = bound;
    for (const column of first ?? [])
      if (others.every((other) => other.has(column))) this.#narrowed.add(column);
  }

  #requireEqual(one: unknown, other: unknown, about: Set<string>): void {
    if (has(one, 'RowExpr') && has(other, 'RowExpr')) {
      const values = list(part(other, 'RowExpr'), 'args');
      for (const [at, column] of list(part(one, 'RowExpr'), 'args').entries())
        this.#requireEqual(column, values[at], about);
      return;
    }
    const [left, right] = [this.#own(one), this.#own(other)];
    if (left && right) this.#link(left, right, about);
    else if (left && this.isValue(other)) this.#bind(this.#bound, left, about);
    else if (right && this.isValue(one)) this.#bind(this.#bound, right, about);
  }

  #requireOneOf(one: unknown, many: unknown, about: Set<string>): void {
    const choices = [...list(part(many, 'List'), 'items'), ...list(part(many, 'A_ArrayExpr'), 'elements')];
    const columns = has(one, 'RowExpr') ? list(part(one, 'RowExpr'), 'args') : [one];
    for (const [at, column] of columns.entries()) {
      const own = this.#own(column);
      const values = has(one, 'RowExpr')
        ? choices.map((row) => list(part(row, 'RowExpr'), 'args')[at])
        : choices;
      const isGiven = values.length > 0 ? values.every((value) => this.isValue(value)) : this.isValue(many);
      if (own && isGiven) this.#bind(choices.length === 1 ? this.#bound : this.#narrowed, own, about);
    }
  }

  #bind(bound: Set<string>, column: string, about: Set<string>): void {
    if (about.has(column.split('.')[0] ?? '')) bound.add(column);
  }

  #link(one: string, other: string, about: Set<string>): void {
    if (about.has(other.split('.')[0] ?? '')) this.#equal.push([one, other]);
    if (about.has(one.split('.')[0] ?? '')) this.#equal.push([other, one]);
  }

  /** A column of this very query, as "name.column". */
  #own(node: unknown): string | undefined {
    const fields = fieldsOf(node);
    const source = this.#owner(fields);
    return source && `${source.name}.${fields.at(-1)}`;
  }

  #owner(fields: string[]): Source | undefined {
    return this.sources.find(({ name, columns }) =>
      fields.length > 1 ? fields.at(-2) === name : columns.has(fields[0] ?? ''),
    );
  }

  /** What is known before the statement runs. */
  isValue(node: unknown): boolean {
    if (has(node, 'ParamRef') || has(node, 'A_Const')) return true;
    if (has(node, 'TypeCast')) return this.isValue(part(node, 'TypeCast').arg);
    return this.#variables && has(node, 'ColumnRef') && !this.#isColumn(fieldsOf(node));
  }

  #isColumn(fields: string[]): boolean {
    if (this.#owner(fields)) return true;
    return this.outer ? this.outer.#isColumn(fields) : false;
  }
}

const isOurs = ({ schemaname }: Tree): boolean => schemaname === undefined || schemaname === 'public';

/**
 * Every mention of a table that is spread by account must be bound to a value, such as `account_id = $1`. PostgreSQL
 * carries a value along the equations of a query and of its joins, but not into a subquery. And an UPDATE calls no
 * function that would answer differently on each copy of a row.
 * @param ofFunction a statement of a function: names that belong to no table are its variables
 * @returns objections in English; none for a statement that one server can answer
 */
export function objectionsTo(
  { stmts }: ParseResult,
  { tables, volatile }: Schema,
  { ofFunction = false } = {},
): string[] {
  const objections: string[] = [];

  function visit(node: unknown, outer: Query | null, named: ReadonlySet<string>): void {
    if (Array.isArray(node)) for (const item of node) visit(item, outer, named);
    if (!isTree(node)) return;
    for (const [kind, value] of Object.entries(node)) {
      if (/^(?:Select|Insert|Update|Delete)Stmt$/.test(kind)) examine(kind, value as Tree, outer, named);
      else visit(value, outer, named);
    }
  }

  function examine(kind: string, query: Tree, outer: Query | null, around: ReadonlySet<string>): void {
    const ctes = list(part(query, 'withClause'), 'ctes').map((cte) => part(cte, 'CommonTableExpr'));
    const named = new Set([...around, ...ctes.map(({ ctename }) => String(ctename))]);
    const here = new Query(outer, named, ofFunction);
    const target = part(query, 'relation');
    if (kind === 'UpdateStmt' || kind === 'DeleteStmt') here.enter({ RangeVar: target }, tables);
    for (const from of [...list(query, 'fromClause'), ...list(query, 'usingClause')])
      here.enter(from, tables);
    here.require(query.whereClause);
    for (const { name, account } of here.unbound()) objections.push(`${name} without a value for ${account}`);
    if (kind === 'InsertStmt') examineInsert(query, target, named);
    if (here.sources[0]?.account && kind !== 'SelectStmt') refuseVolatile(query);
    for (const [key, value] of Object.entries(query)) {
      // The two halves of a UNION.
      if (key === 'larg' || key === 'rarg') examine('SelectStmt', value as Tree, outer, named);
      // What is in WITH, and the rows of an INSERT, do not see the tables of this query.
      else visit(value, key === 'withClause' || key === 'selectStmt' ? outer : here, named);
    }
  }

  function examineInsert(query: Tree, target: Tree, named: ReadonlySet<string>): void {
    const account = isOurs(target) && tables.get(String(target.relname))?.account;
    if (!account) return;
    const at = list(query, 'cols').findIndex((column) => part(column, 'ResTarget').name === account);
    const rows = list(part(part(query, 'selectStmt'), 'SelectStmt'), 'valuesLists');
    const given = rows.map((row) => list(part(row, 'List'), 'items')[at]);
    const nowhere = new Query(null, named, ofFunction);
    // The rows of a SELECT are sent to where they belong, one by one.
    if (at < 0 || !given.every((value) => nowhere.isValue(value)))
      objections.push(`INSERT INTO ${target.relname} without a value for ${account}`);
  }

  function refuseVolatile(node: unknown): void {
    if (Array.isArray(node)) for (const item of node) refuseVolatile(item);
    if (!isTree(node)) return;
    const name = word(list(part(node, 'FuncCall'), 'funcname').at(-1));
    if (volatile.has(name)) objections.push(`${name}() in an UPDATE or DELETE`);
    for (const value of Object.values(node)) refuseVolatile(value);
  }

  visit(stmts, null, new Set());
  return objections;
}
