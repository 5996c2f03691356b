/**
 * What becomes of a row: which records it creates, changes or only names, or why it cannot be imported. The check and
 * the run ask the same function. It writes nothing; a row with a problem leaves nothing behind in the state either.
 */
import { CustomerInsert, CustomerUpdate } from '@servicebook/shared/customer';
import { DeviceInsert, DeviceUpdate } from '@servicebook/shared/device';
import { fieldErrors } from '@servicebook/shared/error-codes';
import type {
  ImportEntity,
  ImportOptions,
  ImportPlan,
  ImportProblem,
  ImportProblemCode,
  ImportRowRecord,
} from '@servicebook/shared/import';
import type { ImportField } from '@servicebook/shared/import-fields';
import { placeParts } from '@servicebook/shared/import-places';
import { type InspectedDevice, inspectionState } from '@servicebook/shared/inspection';
import { formatServiceAction, parseServiceAction, ServiceAction } from '@servicebook/shared/service-action';
import type { z } from 'zod';
import { cutText } from '../../platform/cut-text.ts';
import { entityTables, isSame, textOf, type Values, whatOf } from './import-entities.ts';
import {
  addressKey,
  customerKey,
  hasOtherLetters,
  machineKey,
  machineNameKey,
  nameKey,
  numberKey,
  pastDayKey,
  recordKeys,
  taxKey,
} from './import-keys.ts';
import type { ReadRow, SheetReader } from './import-sheet.ts';
import type { Draft, PlanState, RowPlace } from './import-state.ts';
import {
  actionValues,
  categoryValues,
  contactValues,
  customerValues,
  type Given,
  isOnlyDay,
  longestShortName,
  machineValues,
  noteText,
  partValues,
  pastValues,
  type Reading,
  refuse,
  statedValues,
  todoValues,
  usualCategory,
  usualCustomer,
} from './import-values.ts';

/** What holds for all rows of an import. */
export interface PlanContext {
  options: ImportOptions;
  /** The account's, for addresses without one. */
  country: string;
  /** In the account's timezone. */
  today: string;
  /** Employees by folded name and address; null: several are called so. */
  people: ReadonlyMap<string, number | null>;
  /** Customers, by folded name or number, none of whose places is their address. */
  inSeveralPlaces: ReadonlySet<string>;
}

export interface SourceRow {
  at: RowPlace;
  sheet: SheetReader;
  read: ReadRow;
  /** Its plan is told, and others do not build on it. */
  isSkipped: boolean;
}

/** Something to write. References in the values are drafts. */
export interface Operation {
  ref: number;
  entity: ImportEntity;
  isNew: boolean;
  /** All values of a new record, the changed ones of another. */
  values: Values;
  before: Values;
}

export interface RowPlan {
  plan: ImportPlan;
  problems: ImportProblem[];
  records: (Omit<ImportRowRecord, 'id'> & { ref: number })[];
  operations: Operation[];
  keys: readonly string[];
}

/** Serial numbers this short are counted by each customer for itself. */
const shortestWorldwideSerial = 5;

export function planRow(
  state: PlanState,
  { at, sheet, read, isSkipped }: SourceRow,
  context: PlanContext,
): RowPlan {
  const mark = state.mark();
  const row = new RowPlanner(state, at, {
    sheet,
    values: read.values,
    problems: [...read.problems],
    options: context.options,
    country: context.country,
    today: context.today,
  });
  row.plan(context);
  const { problems, records, operations, keys } = row;
  const has = (each: ImportRowRecord['plan']) => records.some(({ plan }) => plan === each);
  // What another row of the file creates is still being created.
  const completes = records.some(({ plan, ref }) => plan === 'UPDATE' && !state.get(ref).isOld);
  const wanted = has('CREATE') || completes ? 'CREATE' : has('UPDATE') ? 'UPDATE' : 'SAME';
  const plan = problems.length > 0 ? 'ERROR' : wanted;
  const judged = { plan, problems, keys: [...keys] } as const;
  if (plan !== 'ERROR' && !isSkipped) return { ...judged, records, operations };
  state.backTo(mark);
  return { ...judged, records: [], operations: [] };
}

/** The customer a row means, for reading its machines beforehand. Changes nothing. */
export function customerOf(state: PlanState, source: SourceRow, context: PlanContext): Draft | null {
  const reading = { sheet: source.sheet, values: source.read.values, problems: [], ...context };
  const given = customerValues(reading);
  const found = findCustomer(state, isEmpty(given) ? usualCustomer(reading) : given);
  return found === 'AMBIGUOUS' ? null : found;
}

/** The numbers and the name by which a row means a machine. */
export function machineNamed(
  source: SourceRow,
  context: PlanContext,
): Record<'own' | 'serial' | 'name', string> {
  const reading = { sheet: source.sheet, values: source.read.values, problems: [], ...context };
  const given = machineValues(reading);
  return {
    own: String(given.ownNumber?.value ?? ''),
    serial: String(given.serialNumber?.value ?? ''),
    name: nameOfMachine(given, reading),
  };
}

class RowPlanner {
  readonly records: RowPlan['records'] = [];
  readonly operations: Operation[] = [];
  readonly keys = new Set<string>();
  private readonly state: PlanState;
  private readonly at: RowPlace;
  private readonly reading: Reading;

  constructor(state: PlanState, at: RowPlace, reading: Reading) {
    this.state = state;
    this.at = at;
    this.reading = reading;
  }

  get problems(): ImportProblem[] {
    return this.reading.problems;
  }

  plan({ people, inSeveralPlaces }: PlanContext): void {
    const { reading } = this;
    const customer = this.customer(customerValues(reading), inSeveralPlaces);
    this.contact(customer);
    const category = this.category();
    const machine = this.machine(customer, category);
    const text = noteText(reading);
    if (text !== undefined)
      this.ofMachine(machine, 'note', 'machine.note', { text: { value: text, from: 'machine.note' } });
    this.part(machine);
    const { transferDate = null } = machine?.values ?? {};
    for (const given of pastValues(reading, transferDate as string | null))
      if (!machine || !this.isKnownPast(machine, given))
        this.ofMachine(machine, 'past', given.date?.from ?? null, given);
    const next: ImportField = 'past.nextInspection';
    if (!machine && reading.values[next] !== undefined && this.problems.length === 0)
      refuse(reading, next, 'RECORD_WITHOUT_MACHINE');
    this.todo(people, machine, customer);
    if (!machine) return;
    this.judgeInspection(machine.ref);
    this.judgePlace(machine.ref);
  }

  /** Says of a machine whose street the row says that nothing says the town. Nobody finds it by the street alone. */
  private judgePlace(ref: number): void {
    const record = this.records.find(
      (each) => each.ref === ref && (each.plan === 'CREATE' || each.plan === 'UPDATE'),
    );
    const { streetAddress, zipCode, city } = this.state.get(ref).values;
    const isSaid = 'machine.streetAddress' in this.reading.values || 'machine.address' in this.reading.values;
    if (record && isSaid && streetAddress && !zipCode && !city) record.isWithoutTown = true;
  }

  /** Says of a new machine why it will have no next inspection. Somebody who brings a list in wants to know before. */
  private judgeInspection(ref: number): void {
    const record = this.records.find((each) => each.ref === ref && each.plan === 'CREATE');
    if (!record) return;
    const { values } = this.state.get(ref);
    const { today } = this.reading;
    const services = pastValues({ ...this.reading, problems: [] }, values.transferDate as string | null);
    const done = services
      .map(plainOf)
      .flatMap(({ date, types }) =>
        isPartOf(['PERIODIC_INSPECTION'], types) ? [{ date: String(date), period: null }] : [],
      );
    const device = { ...values, isPeriodicInspectionEnabled: true } as unknown as InspectedDevice;
    if (inspectionState(device, done, today).nextInspection !== null) return;
    record.inspection = values.inspectionPeriodInMonths ? 'NOT_YET' : 'NO_INTERVAL';
  }

  private customer(given: Given, inSeveralPlaces?: ReadonlySet<string>): Draft | null {
    if (isEmpty(given)) return null;
    for (const key of customerSearchKeys(given)) this.keys.add(key);
    const found = findCustomer(this.state, given);
    if (found === 'AMBIGUOUS') return this.refused(given, 'AMBIGUOUS_CUSTOMER');
    if (found) return this.put(found, this.namesOfKnown(given, found));
    const name = given.shortName ?? given.fullName;
    if (!name) return this.refused(given, 'CUSTOMER_NOT_FOUND');
    const fullName = given.fullName ?? name;
    this.judge(CustomerInsert.shape.fullName, fullName);
    const { shortName } = given;
    // Its numbers say that it is another one.
    const namesakes = shortName ? this.state.find(customerKey('short', shortName.value)) : [];
    if (shortName && namesakes.some(({ values }) => !hasOtherLetters(values.shortName, shortName.value)))
      return this.refused({ shortName }, 'TAKEN');
    const short = shortName ?? { value: this.freeShortName(String(fullName.value)), from: null };
    const place = inSeveralPlaces ? this.onlyPlace(inSeveralPlaces) : {};
    return this.put(this.blank('customer'), { ...place, ...given, shortName: short, fullName });
  }

  /** The address of a new customer of a list of machines: where all of them stand. */
  private onlyPlace(inSeveralPlaces: ReadonlySet<string>): Given {
    const { sheet, values } = this.reading;
    const naming = sheet.customersAtPlaces;
    if (!naming || inSeveralPlaces.has(nameKey(values[naming]))) return {};
    return derived(placeOfRow(this.reading, 'machine'));
  }

  /** A short name that is the full name of the customer names it, but does not replace its short name. */
  private namesOfKnown(given: Given, found: Draft): Given {
    const { shortName, ...others } = given;
    if (!shortName) return given;
    const text = String(shortName.value);
    if (nameKey(text) === nameKey(found.values.fullName)) return others;
    if (!isSame(found.values.shortName, text)) this.judge(CustomerUpdate.shape.shortName, shortName);
    return given;
  }

  /** The full name, of a very long one as many words as fit, with a number if somebody is called so already. */
  private freeShortName(name: string): string {
    const isFree = (text: string) => this.state.find(customerKey('short', text)).length === 0;
    const base = shortened(name, longestShortName);
    if (isFree(base)) return base;
    for (let count = 2; ; count++) {
      const text = `${shortened(name, longestShortName - 1 - String(count).length)} ${count}`;
      if (isFree(text)) return text;
    }
  }

  private contact(customer: Draft | null): void {
    const given = contactValues(this.reading);
    const [first] = Object.values(given);
    if (!first) return;
    if (!given.name) {
      refuse(this.reading, 'contact.name', 'ENTER_NAME');
      return;
    }
    if (!customer) {
      if (this.problems.length === 0) refuse(this.reading, first.from, 'CONTACT_WITHOUT_CUSTOMER');
      return;
    }
    const [found] = this.state.find(`contact:${customer.ref}:${nameKey(given.name.value)}`);
    const all = this.state.find(`contact:of:${customer.ref}`);
    const wantsMain = given.isMain?.value === true || (!found && all.length === 0);
    const { isMain: _, ...others } = given;
    const main = { isMain: { value: true, from: given.isMain?.from ?? null } };
    const record = found ?? this.blank('contact', { customer: customer.ref });
    const former = wantsMain
      ? all.find((each) => each.ref !== record.ref && each.values.isMain === true)
      : undefined;
    // Somebody else in the file has been called the main contact: the first one stays it.
    const mayBeMain = wantsMain && !former?.given.isMain;
    if (mayBeMain && former) this.put(former, { isMain: { value: false, from: null } });
    this.put(record, mayBeMain ? { ...others, ...main } : others);
  }

  private category(given: Given = categoryValues(this.reading)): Draft | null {
    const action = actionValues(this.reading);
    if (!given.name) {
      const [orphan] = [...Object.values(action), ...Object.values(given)];
      const isRefused = this.problems.some(({ field }) => field === 'category.name');
      if (orphan && !isRefused) refuse(this.reading, orphan.from, 'ACTION_WITHOUT_CATEGORY');
      return null;
    }
    const key = `category:name:${nameKey(given.name.value)}`;
    this.keys.add(key);
    const [found] = this.state.find(key);
    const { name: _, ...others } = given;
    const before = found?.values.serviceReviewOperations as string[] | undefined;
    const operations = Object.keys(action).length > 0 ? this.withAction(before ?? [], action) : undefined;
    const isWanted = found === undefined || Object.keys(others).length > 0 || operations !== undefined;
    if (!isWanted) return this.name(found);
    const record = this.put(
      found ?? this.blank('category'),
      found ? others : given,
      operations !== undefined,
    );
    return operations === undefined || this.problems.length > 0
      ? record
      : this.change(record, { serviceReviewOperations: operations });
  }

  /** The actions of a category with one more, or with one more value to record. */
  private withAction(stored: readonly string[], given: Given): string[] {
    const [name, field, unit, required] = ['name', 'field', 'unit', 'required'].map(
      (key) => given[key]?.value,
    );
    if (name === undefined) {
      refuse(this.reading, 'action.name', 'NAME_EMPTY');
      return [...stored];
    }
    const at = stored.findIndex((entry) => nameKey(parseServiceAction(entry).name) === nameKey(name));
    const known = at < 0 ? { name: String(name), fields: [] } : parseServiceAction(stored[at] as string);
    const fields = known.fields.filter((each) => nameKey(each.name) !== nameKey(field));
    const added = { name: String(field), unit: String(unit ?? ''), ...(required === true && { required }) };
    const place = known.fields.findIndex((each) => nameKey(each.name) === nameKey(field));
    const next =
      field === undefined
        ? known.fields
        : place < 0
          ? [...fields, added]
          : known.fields.toSpliced(place, 1, {
              ...known.fields[place],
              ...(unit !== undefined && { unit: added.unit }),
              ...(required !== undefined && { required: required === true }),
            } as typeof added);
    const parsed = ServiceAction.safeParse({ ...known, fields: next });
    if (!parsed.success) {
      refuse(this.reading, 'action.name', Object.values(fieldErrors(parsed.error))[0] ?? 'INVALID');
      return [...stored];
    }
    const entry = formatServiceAction(parsed.data);
    if (at < 0 && stored.length >= 500) refuse(this.reading, 'action.name', 'TOO_MANY');
    return at < 0 ? [...stored, entry] : stored.toSpliced(at, 1, entry);
  }

  private machine(customer: Draft | null, category: Draft | null): Draft | null {
    const given = machineValues(this.reading);
    const name = nameOfMachine(given, this.reading);
    if (isEmpty(given)) return null;
    if (given.ownNumber) this.keys.add(machineKey('own', given.ownNumber.value));
    if (given.serialNumber) this.keys.add(machineKey('serial', given.serialNumber.value));
    // A row that cannot be imported names no machine, and its first problem is the one to solve.
    if (this.problems.length > 0) return null;
    const found = this.findMachine(given, name, customer, category);
    if (found === 'AMBIGUOUS') return this.refused(given, 'AMBIGUOUS_MACHINE');
    const { isOfDetails } = this.reading.sheet;
    if (!found && isOfDetails && !(customer && category)) return this.refused(given, 'MACHINE_NOT_FOUND');
    const owner = found ? customer : (customer ?? this.customer(usualCustomer(this.reading)));
    const kind = found ? category : (category ?? this.category(usualCategory(this.reading)));
    const parents: Given = {
      ...(owner && { customer: { value: owner.ref, from: customer && this.firstField('customer') } }),
      ...(kind && { category: { value: kind.ref, from: category && 'category.name' } }),
    };
    if (found) {
      if (given.name) this.judge(DeviceUpdate.shape.name, given.name);
      const isPlaced = [found.values.zipCode, found.values.city].some(Boolean);
      const town = owner && !isPlaced ? this.townOf(owner, given) : {};
      return this.put(found, { ...town, ...given, ...this.stated(given, found), ...parents });
    }
    if (!owner)
      refuse(this.reading, this.firstField('customer') ?? 'customer.shortName', 'CUSTOMER_NOT_SELECTED');
    if (!kind) refuse(this.reading, 'category.name', 'CATEGORY_NOT_SELECTED');
    const own = { value: name, from: given.name?.from ?? null };
    this.judge(DeviceInsert.shape.name, { ...own, from: own.from ?? 'machine.name' });
    const interval = kind?.values.inspectionPeriodInMonths;
    const usual: Given = {
      ...(interval ? { inspectionPeriodInMonths: { value: interval, from: null } } : {}),
      ...(owner && this.placeOf(owner, given)),
    };
    const all = { ...usual, ...given };
    const record = this.put(this.blank('machine'), {
      ...all,
      ...this.stated(all, null),
      ...parents,
      name: own,
    });
    this.state.claim(record, this.at.position);
    return record;
  }

  /** Where a new machine of this customer stands, as far as the list has no column for it. */
  private placeOf(owner: Draft, given: Given): Given {
    const { sheet, options } = this.reading;
    if (!options.placeOfCustomer) return {};
    return placeParts.some((part) => `machine.${part}` in sheet.columns)
      ? this.townOf(owner, given)
      : derived(placed(owner));
  }

  /** The town of a machine of which the list only says the street: the customer's, first as the same row says it. */
  private townOf(owner: Draft, given: Given): Given {
    const { sheet, options } = this.reading;
    const has = (part: (typeof placeParts)[number]) => `machine.${part}` in sheet.columns;
    const hasTown = has('city') || has('zipCode') || (has('address') && has('streetAddress'));
    const isStreetAlone = given.streetAddress && !given.city && !given.zipCode;
    if (!options.placeOfCustomer || hasTown || !isStreetAlone) return {};
    const ofRow = placeOfRow(this.reading, 'customer');
    const { zipCode, city, country } = ofRow.city || ofRow.zipCode ? ofRow : placed(owner);
    return derived({ zipCode, city, country });
  }

  private stated(given: Given, found: Draft | null): Given {
    const of = (field: string) => given[field]?.value ?? found?.values[field];
    const after = { interval: of('inspectionPeriodInMonths'), transferDate: of('transferDate') };
    return statedValues(this.reading, found && found.id !== null ? found.values : null, after);
  }

  /** By its own number, else its serial number, else its name, place and customer. */
  private findMachine(
    given: Given,
    name: string,
    customer: Draft | null,
    category: Draft | null,
  ): Draft | 'AMBIGUOUS' | null {
    const { ownNumber, serialNumber } = given;
    if (ownNumber) {
      const [found] = this.state.find(machineKey('own', ownNumber.value));
      if (found) return found;
    }
    const fits = (draft: Draft, fields = ['manufacturer', 'model', 'yearBuilt', 'ownNumber']) =>
      fields.every((field) => !differs(given[field]?.value, draft.values[field]));
    if (serialNumber) return this.findBySerial(given, name, customer, category, fits);
    const owner = customer ?? findCustomer(this.state, usualCustomer(this.reading));
    if (ownNumber || !owner || owner === 'AMBIGUOUS' || name === '') return null;
    const key = machineNameKey(owner.ref, name);
    this.keys.add(key);
    const place = addressKey(plainOf({ ...this.townOf(owner, given), ...given }));
    const alike = this.state
      .find(key)
      .filter((draft) => fits(draft) && (place === '||' || addressKey(draft.values) === place));
    if (this.reading.sheet.isOfDetails) return alike.length > 1 ? 'AMBIGUOUS' : (alike[0] ?? null);
    const free = alike.filter((draft) => [undefined, this.at.position].includes(this.state.claimOf(draft)));
    const found = free.find(({ values }) => values.serialNumber === '') ?? free[0];
    if (found) this.state.claim(found, this.at.position);
    return found ?? null;
  }

  private findBySerial(
    given: Given,
    name: string,
    customer: Draft | null,
    category: Draft | null,
    fits: (draft: Draft, fields?: string[]) => boolean,
  ): Draft | 'AMBIGUOUS' | null {
    const serial = String(given.serialNumber?.value);
    const all = this.state.find(machineKey('serial', serial)).filter((draft) => fits(draft, ['ownNumber']));
    const theirs = all.filter((draft) => !customer || draft.values.customer === customer.ref);
    const likely = theirs.filter((draft) => fits(draft));
    const called = likely.filter((draft) => nameKey(draft.values.name) === nameKey(name));
    for (const group of [called, likely, theirs]) if (group.length === 1 && group[0]) return group[0];
    if (theirs.length > 0) return 'AMBIGUOUS';
    // It has moved to another customer.
    const elsewhere =
      numberKey(serial).length < shortestWorldwideSerial ? [] : all.filter((draft) => fits(draft));
    const [moved] = elsewhere;
    if (!moved || elsewhere.length > 1) return moved ? 'AMBIGUOUS' : null;
    // What moves keeps its name, its model or its kind: another maker's machine may have the same number.
    const kind = (category ?? this.state.find(`category:name:${nameKey(this.reading.options.category)}`)[0])
      ?.ref;
    const model = given.model?.value;
    const isKnown =
      nameKey(moved.values.name) === nameKey(name) ||
      (model !== undefined && numberKey(moved.values.model) === numberKey(model)) ||
      (kind !== undefined && moved.values.category === kind);
    return isKnown ? moved : 'AMBIGUOUS';
  }

  private part(machine: Draft | null): void {
    const given = partValues(this.reading);
    const [first] = Object.values(given);
    if (!first) return;
    if (given.name) this.ofMachine(machine, 'part', first.from, given);
    else refuse(this.reading, 'part.name', 'NAME_EMPTY');
  }

  /**
   * A list of machines names the day of the last service, which stands with its number in a list of services or was done
   * here. It is the same one.
   */
  private isKnownPast(machine: Draft, given: Given): boolean {
    if (!isOnlyDay(given)) return false;
    const { date, types } = plainOf(given);
    const known = this.state
      .find(pastDayKey(machine.ref, date))
      .find((draft) => isPartOf(types, draft.values.types));
    if (known) this.name(known);
    const { lastInspectionDate, lastServiceDate } = machine.values;
    const last = given.date?.from === 'past.lastInspection' ? lastInspectionDate : lastServiceDate;
    return known !== undefined || (given.date?.from !== 'past.date' && last === date);
  }

  /** A service of which only the day was known until now. */
  private bareService(machine: Draft, given: Given): Draft | undefined {
    const { date, types, performedBy, description } = plainOf(given);
    return this.state
      .find(pastDayKey(machine.ref, date))
      .find(
        ({ values }) =>
          values.number === '' &&
          isSame(values.types, types) &&
          !differs(performedBy, values.performedBy) &&
          !differs(description, values.description),
      );
  }

  private ofMachine(
    machine: Draft | null,
    entity: 'note' | 'part' | 'past',
    from: ImportField | null,
    given: Given,
  ): void {
    if (!machine) {
      if (this.problems.length === 0) refuse(this.reading, from, 'RECORD_WITHOUT_MACHINE');
      return;
    }
    const blank = this.blank(entity, { machine: machine.ref });
    const values = { ...blank.values, ...plainOf(given) };
    const [key = ''] = recordKeys(entity, values);
    const alike = this.state
      .find(key)
      .filter((draft) => !differs(given.producer?.value, draft.values.producer));
    // Two parts that are called the same are two parts.
    const isOneOfSeveral = entity === 'part' && !given.serialNumber;
    const found = isOneOfSeveral
      ? alike.find((draft) => [undefined, this.at.position].includes(this.state.claimOf(draft)))
      : (alike[0] ?? (entity === 'past' ? this.bareService(machine, given) : undefined));
    const record = this.put(found ?? blank, given);
    if (isOneOfSeveral) this.state.claim(record, this.at.position);
    const reported = this.records.find(({ ref }) => ref === record.ref);
    const { types = [] } = record.values as { types?: string[] };
    if (reported && types.includes('PERIODIC_INSPECTION')) reported.inspection = 'DONE';
  }

  private todo(people: PlanContext['people'], machine: Draft | null, customer: Draft | null): void {
    const label = machine ? this.labelOf(machine) : customer && nameOfDraft(customer);
    const given = todoValues(this.reading, people, label || null);
    if (!given.description) return;
    const blank = this.blank('todo');
    const [key = ''] = recordKeys('todo', { ...blank.values, ...plainOf(given) });
    this.put(this.state.find(key)[0] ?? blank, given);
  }

  /** A to-do stands alone: its text says whose machine it is about. */
  private labelOf({ values: { customer, name, serialNumber } }: Draft): string {
    const owner = typeof customer === 'number' && customer > 0 ? nameOfDraft(this.state.get(customer)) : '';
    return [owner, name, serialNumber].filter(Boolean).join(', ');
  }

  private blank(entity: ImportEntity, values: Values = {}): Draft {
    const all = { ...entityTables[entity].defaults, ...values };
    return { ref: 0, entity, id: null, values: all, given: {}, namedBy: null, isOld: false, keys: [] };
  }

  /** A record that the row only names. */
  private name(draft: Draft): Draft {
    const isFirst = draft.namedBy === null;
    const named = isFirst ? this.state.replace(draft, { namedBy: this.at.position }) : draft;
    this.report(named, isFirst && draft.isOld ? 'SAME' : 'NAMED', {}, {});
    return named;
  }

  /** What the row says about a record: new values are written, and what another row has said otherwise is refused. */
  private put(draft: Draft, given: Given, isSilent = false): Draft {
    const said = { ...draft.given };
    const values: Values = {};
    const isNew = draft.ref === 0;
    const isKept = draft.isOld && !this.reading.options.updateExisting;
    for (const [field, { value, from }] of Object.entries(given)) {
      const earlier = draft.given[field];
      if (earlier && earlier.position !== this.at.position) {
        // A record that is left as it is may hold something else than both rows say.
        const known = draft.values[field];
        if (!isKept && !this.agrees(draft, field, known, value))
          refuse(this.reading, from, 'CONTRADICTS_ROW', {
            sheet: earlier.sheet,
            row: earlier.row,
            value: this.shown(draft.entity, field, known),
          });
        continue;
      }
      if (from !== null) said[field] = this.at;
      if (isNew || (!isKept && !isSame(draft.values[field], value))) values[field] = value;
    }
    if (isNew) {
      const record = this.state.add(
        { ...draft, values: { ...draft.values, ...values }, given: said, namedBy: this.at.position },
        recordKeys(draft.entity, { ...draft.values, ...values }),
      );
      this.operations.push({
        ref: record.ref,
        entity: draft.entity,
        isNew: true,
        values: record.values,
        before: {},
      });
      const derived = Object.entries(given).filter(([, { from }]) => from === null);
      this.report(
        record,
        'CREATE',
        {},
        Object.fromEntries(derived.map(([field, { value }]) => [field, value])),
      );
      return record;
    }
    const next = this.state.replace(draft, { given: said, namedBy: draft.namedBy ?? this.at.position });
    if (Object.keys(values).length > 0) return this.change(next, values);
    if (!isSilent) this.report(next, draft.isOld && draft.namedBy === null ? 'SAME' : 'NAMED', {}, {});
    return next;
  }

  /** A machine may stand at another customer of the same name only if the row says so; texts agree in any case. */
  private agrees(draft: Draft, field: string, one: unknown, other: unknown): boolean {
    if (field in entityTables[draft.entity].references) return one === other;
    return typeof one === 'string' && typeof other === 'string'
      ? nameKey(one) === nameKey(other)
      : isSame(one, other);
  }

  private change(draft: Draft, values: Values): Draft {
    const isKept = draft.isOld && !this.reading.options.updateExisting;
    const changed = Object.fromEntries(
      Object.entries(values).filter(([field, value]) => !isKept && !isSame(draft.values[field], value)),
    );
    const before = Object.fromEntries(Object.keys(changed).map((field) => [field, draft.values[field]]));
    if (Object.keys(changed).length === 0) {
      if (!this.records.some(({ ref }) => ref === draft.ref))
        this.report(draft, draft.isOld && draft.namedBy === this.at.position ? 'SAME' : 'NAMED', {}, {});
      return draft;
    }
    const after = { ...draft.values, ...changed };
    const next = this.state.replace(draft, { values: after }, recordKeys(draft.entity, after));
    this.operations.push({ ref: draft.ref, entity: draft.entity, isNew: false, values: changed, before });
    this.report(next, 'UPDATE', before, changed);
    return next;
  }

  private report(draft: Draft, plan: ImportRowRecord['plan'], before: Values, after: Values): void {
    const { entity, ref } = draft;
    const changes = Object.entries(after).map(([field, value]) => ({
      field,
      before: this.shown(entity, field, before[field]),
      after: this.shown(entity, field, value),
    }));
    const known = this.records.find((each) => each.ref === ref);
    if (!known) this.records.push({ entity, ref, plan, what: nameOfDraft(draft), changes });
    else if (known.plan !== 'CREATE' && plan === 'UPDATE')
      Object.assign(known, { plan, changes: [...known.changes, ...changes] });
  }

  private shown(entity: ImportEntity, field: string, value: unknown): string {
    const isDraft = field in entityTables[entity].references && typeof value === 'number' && value > 0;
    return isDraft ? nameOfDraft(this.state.get(value)) : textOf(value);
  }

  private refused(given: Given, code: ImportProblemCode): null {
    const [first] = Object.values(given).filter(({ from }) => from !== null);
    refuse(this.reading, first?.from ?? null, code);
    return null;
  }

  private judge(schema: z.ZodType, { value, from }: Given[string]): void {
    const parsed = schema.safeParse(value);
    if (!parsed.success) refuse(this.reading, from, Object.values(fieldErrors(parsed.error))[0] ?? 'INVALID');
  }

  /** The column that a problem with the whole group is shown at. */
  private firstField(group: string): ImportField | null {
    const fields = Object.keys(this.reading.sheet.columns) as ImportField[];
    return fields.find((field) => field.startsWith(`${group}.`)) ?? null;
  }
}

const isEmpty = (given: Given): boolean => Object.keys(given).length === 0;

const plainOf = (given: Given): Values =>
  Object.fromEntries(Object.entries(given).map(([field, { value }]) => [field, value]));

type Place = Partial<Record<(typeof placeParts)[number], unknown>>;

const placed = ({ values }: Draft): Place =>
  Object.fromEntries(placeParts.map((part) => [part, values[part]]));

/** What a row says about the address of its customer or the place of its machine. Its problems are told elsewhere. */
function placeOfRow(reading: Reading, group: 'customer' | 'machine'): Place {
  const quiet = { ...reading, problems: [] };
  const given = group === 'customer' ? customerValues(quiet) : machineValues(quiet);
  return Object.fromEntries(placeParts.map((part) => [part, given[part]?.value]));
}

/** A place that follows from another one. What is empty says nothing. */
const derived = (place: Place): Given =>
  Object.fromEntries(
    Object.entries(place).flatMap(([part, value]) => (value ? [[part, { value, from: null }]] : [])),
  );

const isPartOf = (some: unknown, all: unknown): boolean =>
  (some as string[]).every((each) => (all as string[]).includes(each));

/** Both are filled in, and say something else. */
const differs = (one: unknown, other: unknown): boolean => {
  const [a, b] = [one, other].map((value) => numberKey(String(value ?? '')));
  return a !== '' && b !== '' && a !== b;
};

function shortened(name: string, length: number): string {
  if (name.length <= length) return name;
  const words = name
    .slice(0, length + 1)
    .split(' ')
    .slice(0, -1)
    .join(' ');
  return (words.length >= 3 ? words : cutText(name, length)).replace(/(?<![\s,;:–-])[\s,;:–-]+$/, '');
}

/** A list of machines often has no names: the maker and the model are one, or what kind of machine it is. */
const nameOfMachine = (given: Given, reading: Reading): string =>
  String(given.name?.value ?? '') ||
  [given.manufacturer, given.model].flatMap((each) => (each ? String(each.value) : [])).join(' ') ||
  String((categoryValues(reading).name ?? usualCategory(reading).name)?.value ?? '');

const nameOfDraft = ({ entity, values }: Draft): string => whatOf(entity, values);

function customerSearchKeys({ ownNumber, nip, shortName, fullName }: Given): string[] {
  return [
    ownNumber && customerKey('own', ownNumber.value),
    nip && customerKey('nip', nip.value),
    shortName && customerKey('short', shortName.value),
    (fullName ?? shortName) && customerKey('full', (fullName ?? shortName)?.value),
  ].flatMap((key) => key ?? []);
}

/**
 * By its own number, else its tax number, else its short name, else its full name. Branches of a company share the tax
 * number and often the full name: a short name that nobody has is then another customer, and so is one whose number
 * differs.
 */
function findCustomer(state: PlanState, given: Given): Draft | 'AMBIGUOUS' | null {
  const { ownNumber, nip, shortName, fullName } = given;
  if (ownNumber) {
    const [found] = state.find(customerKey('own', ownNumber.value));
    if (found) return found;
  }
  const fits = ({ values }: Draft) =>
    !differs(ownNumber?.value, values.ownNumber) && !differs(taxKey(nip?.value), taxKey(values.nip));
  const calledSo = ({ values }: Draft) =>
    !shortName ||
    [values.shortName, values.fullName].some((name) => nameKey(name) === nameKey(shortName.value));
  if (nip) {
    const theirs = state
      .find(customerKey('nip', nip.value))
      .filter((draft) => fits(draft) && calledSo(draft));
    const found = oneOf(theirs, given);
    if (found) return found;
  }
  if (shortName) {
    const [found] = called(state, given, 'short', shortName.value).filter(fits);
    if (found) return found;
  }
  // One name alone may be either of the two.
  const full = shortName && fullName ? null : (shortName ?? fullName);
  if (!full) return null;
  const named = [...called(state, given, 'full', full.value), ...called(state, given, 'short', full.value)];
  return oneOf([...new Set(named)].filter(fits), given);
}

/**
 * Customers with a name: those with just these letters, else those that only differ in accents. Müller and Muller in two
 * places, or with two full names, are two customers.
 */
function called(
  state: PlanState,
  { fullName, city }: Given,
  name: 'short' | 'full',
  value: unknown,
): Draft[] {
  const field = name === 'short' ? 'shortName' : 'fullName';
  const all = state.find(customerKey(name, value));
  const exact = all.filter(({ values }) => !hasOtherLetters(values[field], value));
  if (exact.length > 0) return exact;
  return all.filter(
    ({ values }) => !differs(fullName?.value, values.fullName) && !differs(city?.value, values.city),
  );
}

/** One of several that are alike: at the address of the row, or with its full name. */
function oneOf(drafts: readonly Draft[], given: Given): Draft | 'AMBIGUOUS' | null {
  if (drafts.length < 2) return drafts[0] ?? null;
  const place = addressKey(plainOf(given));
  const narrowed = drafts.filter(
    ({ values }) =>
      (place === '||' || addressKey(values) === place) &&
      (!given.fullName || nameKey(values.fullName) === nameKey(given.fullName.value)),
  );
  return narrowed.length === 1 ? (narrowed[0] ?? null) : 'AMBIGUOUS';
}
