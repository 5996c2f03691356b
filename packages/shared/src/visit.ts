/** Visits: planned work at a customer's machines. A visit has no protocol number; its protocols are written when it is done. */
import { z } from 'zod';
import { endpoint } from './contract.ts';
import { DeviceStatus } from './device.ts';
import { Near, Place } from './distance.ts';
import { exportOf, tableAnswer } from './export-format.ts';
import { MachineName } from './machine-name.ts';
import {
  id,
  idParams,
  inDayOrder,
  instant,
  monthText,
  onlyIds,
  optionalDate,
  optionalText,
  pageOf,
  reference,
  requiredName,
  requiredText,
  searchOf,
} from './primitives.ts';
import { chosenServiceTypes, ServiceType, serviceStates } from './service-kinds.ts';
import { uploadRefusals } from './storage.ts';
import { pointOf, workPlaces } from './work-place.ts';

export const visitStates = ['TO_PLAN', 'PLANNED', 'STARTED', 'DONE', 'CANCELLED'] as const;
export const VisitState = z.enum(visitStates, 'INVALID');
export type VisitState = z.infer<typeof VisitState>;

/** States in which a visit is still to be done. */
export const openVisitStates = ['TO_PLAN', 'PLANNED', 'STARTED'] as const satisfies VisitState[];

/** Whether a visit is still to be done. */
export const isOpenVisit = ({ state }: { state: VisitState }): boolean =>
  (openVisitStates as readonly VisitState[]).includes(state);

/** Where a visit takes place: the first of its places of work with a point on the map; null if none has one. */
export function placeOfVisit({ customer, devices }: Pick<Visit, 'customer' | 'devices'>): Place | null {
  return workPlaces(customer, devices).flatMap((place) => pointOf(place) ?? [])[0] ?? null;
}

type Plan = Pick<Visit, 'day' | 'from' | 'to'>;

/** Whether two plans name the same day and time window. */
export const isSameTime = (one: Plan, other: Plan): boolean =>
  one.day === other.day && one.from === other.from && one.to === other.to;

/**
 * What the customer was told and still waits for, if it is not the plan any more.
 * @param next the day and time the visit has or is to have; null: nobody will come
 */
export function brokenPromise(
  { told }: Pick<Visit, 'told'>,
  next: Plan | null,
  today: string,
): Visit['told'] {
  if (told === null || told.day < today) return null;
  return next && isSameTime(next, told) ? null : told;
}

/** The machines of a visit that a protocol is still to be written for; withdrawn ones count as none. */
export const unwrittenMachines = ({
  devices,
  protocols,
}: Pick<Visit, 'devices' | 'protocols'>): VisitMachine[] => {
  const written = protocols.filter(({ withdrawn }) => !withdrawn).flatMap((protocol) => protocol.devices);
  return devices.filter(({ id, elsewhere, archived }) => !elsewhere && !archived && !written.includes(id));
};

/**
 * The machines of a visit whose only protocols were withdrawn: nothing shows that their work was done. None once
 * another visit follows up a withdrawn protocol.
 */
export const undoneMachines = ({
  devices,
  protocols,
}: Pick<Visit, 'devices' | 'protocols'>): VisitMachine[] => {
  if (protocols.some(({ withdrawn, followed }) => withdrawn && followed)) return [];
  return devices.filter(({ id, elsewhere, archived }) => {
    const own = protocols.filter((protocol) => protocol.devices.includes(id));
    return !elsewhere && !archived && own.length > 0 && own.every(({ withdrawn }) => withdrawn);
  });
};

/** In the order of weight. */
export const visitPriorities = ['LOW', 'NORMAL', 'HIGH', 'URGENT'] as const;
export const VisitPriority = z.enum(visitPriorities, 'INVALID');
export type VisitPriority = z.infer<typeof VisitPriority>;

export const visitSources = ['OFFICE', 'INSPECTION', 'FAULT', 'FOLLOW_UP'] as const;
export const VisitSource = z.enum(visitSources, 'INVALID');
export type VisitSource = z.infer<typeof VisitSource>;

/** What a user may do with a visit, and the states it is possible in. */
export const visitSteps = {
  START: ['TO_PLAN', 'PLANNED'],
  FINISH: ['TO_PLAN', 'PLANNED', 'STARTED'],
  CANCEL: ['TO_PLAN', 'PLANNED', 'STARTED'],
  /** It did not take place, for example because nobody was there, and needs another day. */
  PLAN_AGAIN: ['PLANNED', 'STARTED'],
  /** Back to its plan: it was started, done or cancelled by mistake. */
  REOPEN: ['STARTED', 'DONE', 'CANCELLED'],
} as const satisfies Record<string, readonly VisitState[]>;
export const visitStepNames = [
  'START',
  'FINISH',
  'CANCEL',
  'PLAN_AGAIN',
  'REOPEN',
] as const satisfies (keyof typeof visitSteps)[];
export type VisitStep = (typeof visitStepNames)[number];

/** Whether a step is possible in a state. */
export const mayStep = (step: VisitStep, state: VisitState): boolean =>
  (visitSteps[step] as readonly VisitState[]).includes(state);

/** Longest expected duration, in minutes: two days. */
export const maxVisitMinutes = 2880;

/** A time of day on the company's clock, `HH:MM`. */
const timeOfDay = z.string('INVALID').regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'INVALID');
const optionalTime = z
  .union([z.literal('').transform(() => null), timeOfDay])
  .nullish()
  .transform((value) => value ?? null);

/** The minutes after midnight of a time of day, `HH:MM`. */
export const minuteOfDay = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));

/** The time of day, `HH:MM`, of minutes after midnight. */
export const clockOf = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;

const Person = z.object({ id: z.number(), firstName: z.string(), lastName: z.string() });

const address = { streetAddress: z.string(), zipCode: z.string(), city: z.string(), country: z.string() };

const Check = z.object({ name: z.string(), done: z.boolean() });

/** A machine of a visit, with where it stands. */
const VisitMachine = MachineName.extend({
  ...address,
  gpsLatitude: z.number().nullable(),
  gpsLongitude: z.number().nullable(),
  status: DeviceStatus,
  category: reference.extend({ name: z.string() }),
  /** It was given to another customer after the visit was planned. */
  elsewhere: z.boolean(),
  /** It was archived after the visit was planned. */
  archived: z.boolean(),
});
export type VisitMachine = z.infer<typeof VisitMachine>;

export const Visit = z.object({
  id: z.number(),
  customer: z.object({
    id: z.number(),
    shortName: z.string(),
    fullName: z.string(),
    phoneNumber: z.string(),
    ...address,
    position: Place.nullable(),
  }),
  devices: z.array(VisitMachine),
  types: z.array(ServiceType),
  /** What to do. */
  text: z.string(),
  checklist: z.array(Check),
  priority: VisitPriority,
  state: VisitState,
  /** Why it was cancelled, or did not take place and is to be planned again; otherwise empty. */
  cancelReason: z.string(),
  source: VisitSource,
  /** The protocol it follows up. */
  sourceService: z.object({ id: z.number(), number: z.string() }).nullable(),
  /** The day in the company's calendar; null: to be planned. */
  day: z.string().nullable(),
  /** The time window on the company's clock, `HH:MM`. One that ends before it starts ends on the next day. */
  from: z.string().nullable(),
  to: z.string().nullable(),
  /** The expected duration; null: unknown. */
  minutes: z.number().nullable(),
  /** Who goes there; the first one leads. */
  technicians: z.array(Person.extend({ active: z.boolean() })),
  /** The day and time the customer was last told by mail; null: nothing was told. */
  told: z.object({ day: z.string(), from: z.string().nullable(), to: z.string().nullable() }).nullable(),
  /** The protocols written on it, oldest first. */
  protocols: z.array(
    z.object({
      id: z.number(),
      number: z.string(),
      state: z.enum(serviceStates),
      withdrawn: z.boolean(),
      /** Another visit that was not cancelled follows it up. */
      followed: z.boolean(),
      devices: z.array(z.number()),
    }),
  ),
  startedAt: instant.nullable(),
  /** When it was done or cancelled. */
  endedAt: instant.nullable(),
  userCreated: Person,
  notes: z.number(),
  files: z.number(),
  /** Incremented by every change. Clients send it back, so that a conflicting change is detected. */
  revision: z.number(),
  createdAt: instant,
});
export type Visit = z.infer<typeof Visit>;

export const VisitNote = z.object({
  id: z.number(),
  text: z.string(),
  userCreated: Person,
  createdAt: instant,
});
export type VisitNote = z.infer<typeof VisitNote>;

/** Maximum number of files of a visit. */
export const maxVisitFiles = 100;

export const VisitFile = z.object({
  id: z.number(),
  filename: z.string(),
  /** The value for `downloadFile?fileName=`. */
  key: z.string(),
  contentType: z.string(),
  size: z.number(),
  userCreated: Person.nullable(),
  createdAt: instant,
});
export type VisitFile = z.infer<typeof VisitFile>;

/** Most technicians of a visit. */
export const maxTechnicians = 20;

/** Who goes to a visit; the first one leads. */
export const Technicians = z
  .array(reference, 'INVALID')
  .max(maxTechnicians, 'TOO_MANY')
  .refine((people) => new Set(people.map((person) => person.id)).size === people.length, 'LISTED_TWICE');

/** A window has a start; its end may be missing. */
const windowStarts = ({ from, to }: { from: string | null; to: string | null }) =>
  to === null || from !== null;

/** A window that ends before it starts ends on the next day; one that ends as it starts is a mistake, not a whole day. */
const windowLasts = ({ from, to }: { from: string | null; to: string | null }) => to === null || from !== to;

/** How long a window lasts that ends on the next day, in minutes; null: it does not, or has no end. */
export const overnightMinutes = ({ from, to }: { from: string | null; to: string | null }): number | null => {
  if (!from || !to || to >= from) return null;
  return 24 * 60 - minuteOfDay(from) + minuteOfDay(to);
};

/** The most machines of one visit. */
export const maxVisitMachines = 50;

export const VisitInput = z
  .strictObject({
    id: id.nullish().transform((value) => value ?? null),
    customer: z.object({ id }, 'CUSTOMER_NOT_SELECTED'),
    devices: z
      .array(reference, 'DEVICE_REQUIRED')
      .min(1, 'DEVICE_REQUIRED')
      .max(maxVisitMachines, 'TOO_MANY'),
    types: chosenServiceTypes,
    text: optionalText(5000),
    checklist: z
      .array(z.strictObject({ name: requiredName(255), done: z.boolean().default(false) }))
      .max(100, 'TOO_MANY')
      .default([]),
    priority: VisitPriority.default('NORMAL'),
    /** Only a new visit takes it; later it stays. */
    source: VisitSource.default('OFFICE'),
    /** Omitted or null: unchanged. */
    sourceService: reference.nullish(),
    day: optionalDate,
    from: optionalTime,
    to: optionalTime,
    minutes: z
      .number('WHOLE_NUMBER')
      .int('WHOLE_NUMBER')
      .min(1, 'QTY_MUST_BE_BIGGER_THAN_ZERO')
      .max(maxVisitMinutes, 'TOO_LARGE')
      .nullish()
      .transform((value) => value ?? null),
    technicians: Technicians.default([]),
    revision: id.optional(),
  })
  .refine(windowStarts, { path: ['from'], message: 'REQUIRED' })
  .refine(windowLasts, { path: ['to'], message: 'ENDS_AS_IT_STARTS' });
export type VisitInput = z.output<typeof VisitInput>;

/** Several visits to other days or technicians, all of them or none. */
export const VisitMove = z.strictObject({
  items: z
    .array(
      z
        .strictObject({
          id,
          revision: id,
          /** Omitted: the day stays; null: back to the visits to be planned. */
          day: optionalDate.optional(),
          /** All who go there from now on; the first one leads. Omitted: the technicians stay. */
          technicians: Technicians.optional(),
        })
        .refine(({ day, technicians: people }) => day !== undefined || people !== undefined, {
          path: ['day'],
          message: 'REQUIRED',
        }),
    )
    .min(1, 'REQUIRED')
    .max(100, 'TOO_MANY')
    .refine((items) => new Set(items.map((item) => item.id)).size === items.length, 'LISTED_TWICE'),
});
export type VisitMove = z.output<typeof VisitMove>;

export const VisitStepInput = z
  .strictObject({
    id,
    step: z.enum(visitStepNames, 'INVALID'),
    /** Required to cancel and to plan again. */
    reason: optionalText(255),
    revision: id.optional(),
  })
  .refine(({ step, reason }) => (step !== 'CANCEL' && step !== 'PLAN_AGAIN') || reason !== '', {
    path: ['reason'],
    message: 'ENTER_TEXT',
  });
export type VisitStepInput = z.output<typeof VisitStepInput>;

export const VisitCheckInput = z.strictObject({
  id,
  /** The place in the checklist, from 0, and the name that stands there. */
  position: z.number().int('INVALID').min(0, 'INVALID').max(99, 'INVALID'),
  name: requiredName(255),
  done: z.boolean(),
});
export type VisitCheckInput = z.output<typeof VisitCheckInput>;

const filters = {
  ids: onlyIds,
  states: z.array(VisitState).max(visitStates.length).default([]),
  customerId: id.nullish(),
  deviceId: id.nullish(),
  categoryId: id.nullish(),
  /** One of the technicians. */
  userId: id.nullish(),
  /** Only visits without technicians. */
  unassigned: z.boolean().default(false),
  types: z.array(ServiceType).max(5).default([]),
  priorities: z.array(VisitPriority).max(visitPriorities.length).default([]),
  /** The range of planned days. */
  dateFrom: optionalDate,
  dateTo: optionalDate,
  /** Only visits with a machine within this distance. */
  near: Near.nullish(),
};
const search = searchOf(filters, ['id', 'day', 'priority', 'state', 'customer']);

export const VisitSearch = search.refine(...inDayOrder);
export type VisitSearch = z.output<typeof VisitSearch>;

/** The same, to choose all results. */
export const VisitIds = search.omit({ sort: true, page: true, size: true }).refine(...inDayOrder);
export type VisitIds = z.output<typeof VisitIds>;

/** The same without paging: all results, as a file. */
export const VisitExport = exportOf(search).refine(...inDayOrder);
export type VisitExport = z.output<typeof VisitExport>;

/** Most visits named on a day of the calendar. */
export const maxVisitsPerDay = 3;

export const visitContract = {
  calendar: endpoint({
    method: 'get',
    path: '/api/visit/calendar',
    summary:
      'How many visits that are not cancelled each day of a month has, the first of them with customer and technicians',
    access: 'account.read',
    query: z.strictObject({ month: monthText }),
    response: z.array(
      z.object({
        date: z.string(),
        count: z.number(),
        visits: z.array(
          z.object({ id: z.number(), customer: z.string(), state: VisitState, technicians: z.array(Person) }),
        ),
      }),
    ),
  }),
  search: endpoint({
    method: 'post',
    path: '/api/visit/search',
    summary: 'A page of visits, the earliest day first',
    access: 'account.read',
    body: VisitSearch,
    response: pageOf(Visit),
  }),
  findIds: endpoint({
    method: 'post',
    path: '/api/visit/findIds',
    summary: 'The ids of what a search finds, at most 500',
    access: 'account.read',
    body: VisitIds,
    response: z.array(z.number()),
  }),
  export: endpoint({
    method: 'post',
    path: '/api/visit/export',
    summary: 'What a search finds among the visits, as a table to take along',
    access: 'account.read',
    body: VisitExport,
    ...tableAnswer,
  }),
  findById: endpoint({
    method: 'get',
    path: '/api/visit/findById/{id}',
    summary: 'One visit',
    access: 'account.read',
    params: idParams,
    response: Visit,
  }),
  save: endpoint({
    method: 'post',
    path: '/api/visit/save',
    summary: 'Plans a visit, or changes it when it carries an id',
    access: 'visit.edit',
    body: VisitInput,
    response: Visit,
    idempotent: true,
    errors: ['RECORD_CHANGED', 'VISIT_STATE'],
  }),
  move: endpoint({
    method: 'post',
    path: '/api/visit/move',
    summary: 'Moves open visits to another day or technician, all of them or none',
    access: 'visit.edit',
    body: VisitMove,
    response: z.array(Visit),
    idempotent: true,
    errors: ['RECORD_CHANGED', 'VISIT_STATE'],
  }),
  step: endpoint({
    method: 'post',
    path: '/api/visit/step',
    summary: 'Starts, finishes, cancels or reopens a visit, or takes it back to the visits to be planned',
    access: 'visit.edit',
    body: VisitStepInput,
    response: Visit,
    idempotent: true,
    errors: ['RECORD_CHANGED', 'VISIT_STATE'],
  }),
  check: endpoint({
    method: 'patch',
    path: '/api/visit/check',
    summary: 'Ticks a line of the checklist, or takes the tick back',
    access: 'visit.edit',
    body: VisitCheckInput,
    response: Visit,
    idempotent: true,
    errors: ['RECORD_CHANGED'],
  }),
  delete: endpoint({
    method: 'delete',
    path: '/api/visit/delete/{id}',
    summary: 'Deletes a visit without protocols: one’s own, or any for an admin',
    access: 'visit.delete',
    params: idParams,
    response: 'empty',
    errors: ['VISIT_IN_USE'],
  }),
  notes: endpoint({
    method: 'get',
    path: '/api/visit/notes/{id}',
    summary: 'The notes of a visit, newest first',
    access: 'account.read',
    params: idParams,
    response: z.array(VisitNote),
  }),
  addNote: endpoint({
    method: 'post',
    path: '/api/visit/addNote',
    summary: 'Adds a note to a visit',
    access: 'visit.edit',
    body: z.strictObject({ visit: reference, text: requiredText(5000, 1, 'ENTER_TEXT') }),
    response: VisitNote,
    idempotent: true,
  }),
  deleteNote: endpoint({
    method: 'delete',
    path: '/api/visit/deleteNote/{id}',
    summary: 'Deletes a note of a visit: one’s own, or any for an admin',
    access: 'visit.delete',
    params: idParams,
    response: 'empty',
  }),
  files: endpoint({
    method: 'get',
    path: '/api/visit/files/{id}',
    summary: 'The files of a visit, in the order they were added',
    access: 'account.read',
    params: idParams,
    response: z.array(VisitFile),
  }),
  addFile: endpoint({
    method: 'post',
    path: '/api/visit/addFile/{id}',
    summary: 'Adds a file of any type to a visit',
    access: 'visit.edit',
    params: idParams,
    upload: { file: 'file', required: true, maxBytes: 25 * 1024 * 1024 },
    response: VisitFile,
    idempotent: true,
    errors: [...uploadRefusals, 'TOO_MANY_FILES'],
  }),
  deleteFile: endpoint({
    method: 'delete',
    path: '/api/visit/deleteFile/{id}',
    summary: 'Deletes a file of a visit: one’s own, or any for an admin',
    access: 'visit.delete',
    params: idParams,
    response: 'empty',
  }),
};

export type VisitCalendarDay = z.output<typeof visitContract.calendar.response>[number];
