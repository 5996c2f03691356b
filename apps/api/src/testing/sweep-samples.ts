/** For the contract sweep: a valid request for every endpoint that needs a signed-in user. */
import type { Contracts } from '@servicebook/shared';
import type { Role } from '@servicebook/shared/access';
import { signedInAs, signedInAsHeader } from '@servicebook/shared/call-headers';
import type { SealedFacts } from '@servicebook/shared/verify';
import { newSealedDocument } from '../features/seal/sealed-document.ts';
import { newToken } from '../platform/token.ts';
import type { Api, TestApp } from './app.ts';
import {
  buildAdmin,
  buildArchive,
  buildBinned,
  buildBranch,
  buildBulk,
  buildCategory,
  buildCustomer,
  buildCustomerSession,
  buildDevice,
  buildExport,
  buildFile,
  buildFrozen,
  buildImport,
  buildNotification,
  buildOrder,
  buildService,
  buildSession,
  buildSignRequest,
  buildUser,
  buildVisit,
  knownPassword,
} from './builders.ts';

/** One account with one object of every kind. */
export interface World {
  accountId: number;
  /** The admin. */
  userId: number;
  admin: Api;
  technician: Api;
  ids: Ids;
}

/** The ids a request may carry. */
export interface Ids {
  category: number;
  emptyCategory: number;
  customer: number;
  emptyCustomer: number;
  contact: number;
  /** Of the customer's page. */
  customerSession: number;
  priceList: number;
  invoicedService: number;
  device: number;
  idleDevice: number;
  archivedDevice: number;
  service: number;
  signedService: number;
  /** Signed, with its version. */
  frozenService: number;
  serviceFile: number;
  employee: number;
  /** Has not signed in yet. */
  invited: number;
  machineFile: number;
  hotel: number;
  branch: number;
  incident: number;
  note: number;
  order: number;
  part: number;
  pastService: number;
  todo: number;
  todoOfService: number;
  visit: number;
  plannedVisit: number;
  visitNote: number;
  visitFile: number;
  absence: number;
  adminView: number;
  technicianView: number;
  adminBinEntry: number;
  technicianBinEntry: number;
  adminBinned: number;
  technicianBinned: number;
  adminBulk: number;
  technicianBulk: number;
  technicianUser: number;
  signRequest: number;
  fileKey: string;
  account: number;
  adminNotification: number;
  technicianNotification: number;
  archive: number;
  checkedArchive: number;
  openImport: number;
  checkingImport: number;
  checkedImport: number;
  doneImport: number;
  adminExport: number;
  technicianExport: number;
  adminSession: number;
  technicianSession: number;
  employeeSession: number;
  /** The code on a sealed document. */
  documentCode: string;
}

export async function buildWorld(app: TestApp): Promise<World> {
  const admin = await buildAdmin(app);
  const { accountId } = admin;
  const technician = await buildUser(app, { accountId });
  const { id: category } = await buildCategory(app, { accountId });
  const { id: customer } = await buildCustomer(app, { accountId });
  const { id: device } = await buildDevice(app, { accountId, categoryId: category, customerId: customer });
  const { id: idleDevice } = await buildDevice(app, {
    accountId,
    categoryId: category,
    customerId: customer,
  });
  const signed = { accountId, userId: technician.id, state: 'SIGNED', currentVersion: 1 } as const;
  const { id: signedService } = await buildService(app, signed);
  const { id: invoicedService } = await buildService(app, signed);
  const { id: frozenService } = await buildFrozen(app, technician);
  const { id: archivedDevice } = await buildDevice(app, {
    accountId,
    categoryId: category,
    customerId: customer,
    archivedAt: new Date(),
    archivedReason: 'SCRAPPED',
    archivedById: technician.id,
  });
  const { id: service } = await buildService(app, { accountId, userId: technician.id, deviceId: device });
  const file = await buildFile(app, { accountId, serviceId: service, userCreatedId: technician.id });
  const employee = await buildEmployee(app, accountId);
  const { id: invited } = await buildUser(app, { accountId, invited: true });
  const db = app.deps.db.of({ accountId });
  const made = { deviceId: device, userCreatedId: technician.id };
  const view = { accountId, list: 'machines', name: 'Faults', query: 'statuses=FAULT' };
  const planned = { accountId, userId: technician.id, deviceId: device };
  const { id: visit } = await buildVisit(app, planned);
  await db.serviceBilling.create({
    data: {
      accountId,
      serviceId: invoicedService,
      currency: 'EUR',
      invoicedAt: new Date(),
      invoicedById: admin.id,
      invoiceDay: new Date('2026-11-30'),
      invoicedAmount: 0,
      invoicedLines: [],
      serviceVersion: 1,
    },
  });
  await db.customerPage.create({ data: { accountId, customerId: customer, token: newToken(accountId) } });
  await db.customer.update({
    where: { accountId_id: { accountId, id: customer } },
    data: { email: customerEmail },
  });
  const adminBinned = await buildBinned(app, admin);
  const technicianBinned = await buildBinned(app, technician);
  const { id: plannedVisit } = await buildVisit(app, { ...planned, day: '2026-12-01' });
  const { id: signRequest } = await buildSignRequest(app, {
    accountId,
    serviceId: service,
    userCreatedId: technician.id,
  });
  return {
    accountId,
    userId: admin.id,
    admin: await app.as(admin, loadedFor(admin)),
    technician: await app.as(technician, loadedFor(technician)),
    ids: {
      category,
      emptyCategory: (await buildCategory(app, { accountId })).id,
      customer,
      emptyCustomer: (await buildCustomer(app, { accountId })).id,
      contact: (
        await db.customerContact.create({ data: { accountId, customerId: customer, name: 'Contact' } })
      ).id,
      customerSession: await buildCustomerSession(app, { accountId, customerId: customer }),
      device,
      idleDevice,
      archivedDevice,
      priceList: (
        await db.priceList.create({
          data: {
            accountId,
            validFrom: new Date('2026-11-01'),
            currency: 'EUR',
            hour: 5000,
          },
        })
      ).id,
      service,
      signedService,
      frozenService,
      invoicedService,
      serviceFile: file.id,
      employee,
      invited,
      machineFile: (await buildFile(app, { accountId, ...made, kind: 'MACHINE_FILE' })).id,
      hotel: (
        await db.deviceHotel.create({ data: { accountId, name: 'Hotel', latitude: 51, longitude: 19 } })
      ).id,
      branch: (await buildBranch(app, { accountId })).id,
      incident: (
        await db.incident.create({
          data: { accountId, deviceId: device, userId: technician.id, date: new Date(), text: 'Event' },
        })
      ).id,
      note: (
        await db.deviceNote.create({
          data: { accountId, ...made, userUpdatedId: technician.id, text: 'Note' },
        })
      ).id,
      order: (await buildOrder(app, { accountId, userId: admin.id })).id,
      todo: (
        await db.todo.create({ data: { accountId, userCreatedId: technician.id, description: 'To-do' } })
      ).id,
      adminBinEntry: adminBinned.id,
      technicianBinEntry: technicianBinned.id,
      adminBinned: adminBinned.recordId,
      technicianBinned: technicianBinned.recordId,
      visit,
      plannedVisit,
      adminView: (await db.savedView.create({ data: { ...view, ownerId: admin.id } })).id,
      technicianView: (await db.savedView.create({ data: { ...view, ownerId: technician.id } })).id,
      adminBulk: await buildBulk(app, admin, idleDevice),
      technicianBulk: await buildBulk(app, technician, idleDevice),
      technicianUser: technician.id,
      signRequest,
      absence: (
        await db.absence.create({
          data: {
            accountId,
            userId: technician.id,
            userCreatedId: technician.id,
            kind: 'VACATION',
            fromDay: new Date('2026-12-21'),
            toDay: new Date('2026-12-24'),
          },
        })
      ).id,
      visitFile: (
        await buildFile(app, { accountId, visitId: visit, userCreatedId: technician.id, kind: 'VISIT_FILE' })
      ).id,
      visitNote: (
        await db.visitNote.create({
          data: { accountId, visitId: visit, userCreatedId: technician.id, text: 'Note' },
        })
      ).id,
      todoOfService: (
        await db.todo.create({
          data: {
            accountId,
            userCreatedId: technician.id,
            assigneeId: technician.id,
            serviceId: service,
            description: 'To-do',
          },
        })
      ).id,
      part: (await db.part.create({ data: { accountId, ...made, name: 'Part' } })).id,
      pastService: (
        await db.pastService.create({
          data: { accountId, ...made, date: new Date('2026-03-04'), types: ['PERIODIC_INSPECTION'] },
        })
      ).id,
      fileKey: file.key,
      documentCode: await buildDocumentCode(app, accountId),
      account: accountId,
      adminNotification: (await buildNotification(app, admin, visit)).id,
      technicianNotification: (await buildNotification(app, technician, visit)).id,
      archive: (await buildArchive(app, admin)).id,
      checkedArchive: (await buildArchive(app, admin, { state: 'CHECKED' })).id,
      openImport: (await buildImport(app, admin)).id,
      checkingImport: (await buildImport(app, admin, { state: 'CHECKING' })).id,
      checkedImport: (await buildImport(app, admin, { state: 'CHECKED' })).id,
      doneImport: (
        await buildImport(app, admin, {
          state: 'DONE',
          startedAt: new Date(),
          undoUntil: new Date('2199-01-01'),
        })
      ).id,
      adminExport: (await buildExport(app, admin)).id,
      technicianExport: (await buildExport(app, technician)).id,
      adminSession: await buildSession(app, admin),
      technicianSession: await buildSession(app, technician),
      employeeSession: await buildSession(app, { accountId, id: employee }),
    },
  };
}

/** The headers that a user's page sends with each call. */
const loadedFor = ({ accountId, id: userId }: { accountId: number; id: number }) => ({
  [signedInAsHeader]: signedInAs({ accountId, userId }),
});

async function buildDocumentCode({ deps }: TestApp, accountId: number): Promise<string> {
  const facts: SealedFacts = { company: 'Company', machines: [], day: '2026-11-24' };
  const { token } = await deps.db
    .of({ accountId })
    .$transaction((tx) => newSealedDocument(tx, { accountId }, { kind: 'SERVICE_BOOK', facts }));
  return `${accountId}-${token}`;
}

/** An employee nothing refers to, whose address the sample of `update` can name. */
async function buildEmployee(app: TestApp, accountId: number): Promise<number> {
  const { id, email } = await buildUser(app, { accountId });
  const known = `idle-${id}@example.com`;
  const { global } = app.deps.db;
  await global.loginIdentity.create({ data: { email: known, accountId, claimedAt: new Date() } });
  await global.user.update({ where: { accountId_id: { accountId, id } }, data: { email: known } });
  await global.loginIdentity.delete({ where: { accountId_email: { accountId, email } } });
  return id;
}

/** The address that signs in to the page of every world's customer. */
export const customerEmail = 'customer@example.com';

type Sample = (ids: Ids, role: Role) => Record<string, unknown>;
type Samples = { [Feature in keyof Contracts]: { [Name in keyof Contracts[Feature]]?: Sample } };

const none: Sample = () => ({});
const ownExport: Sample = ({ adminExport, technicianExport }, role) => ({
  params: { id: role === 'ROLE_ADMIN' ? adminExport : technicianExport },
});
const ownView = ({ adminView, technicianView }: Ids, role: Role): number =>
  role === 'ROLE_ADMIN' ? adminView : technicianView;
const signature = 'M10 10 L90 40 L20 70';
const deviceBody = ({ category, customer }: Ids) => ({
  name: 'Swept machine',
  manufacturer: 'Sweeper & Co',
  model: 'S-1',
  yearBuilt: 2020,
  status: 'OK',
  category: { id: category },
  customer: { id: customer },
});
const serviceBody = ({ customer, device }: Ids) => ({
  date: '2026-11-20T10:00:00Z',
  type: ['REPAIR'],
  customer: { id: customer },
  devices: [{ id: device }],
  actions: [{ device: { id: device }, name: 'Cleaning', quantity: 1, fields: [] }],
});

/** Endpoints that are public have no sample, except for pages, which also answer HEAD. */
export const samples: Samples = {
  verify: { document: ({ documentCode }) => ({ params: { code: documentCode } }), start: none },
  absence: {
    list: () => ({ query: { from: '2026-12-01', to: '2026-12-31' } }),
    save: ({ absence, technicianUser }) => ({
      body: {
        id: absence,
        user: { id: technicianUser },
        kind: 'VACATION',
        from: '2026-12-21',
        to: '2026-12-22',
      },
    }),
    delete: ({ absence }) => ({ params: { id: absence } }),
    balance: () => ({ query: { year: 2026 } }),
  },
  account: { delete: none },
  terms: { seen: none },
  closure: { get: none, giveNotice: () => ({ body: { endsOn: null } }), takeBack: none, reopen: none },
  announcement: {
    findByVisit: ({ visit }) => ({ params: { id: visit } }),
    preview: ({ plannedVisit }) => ({
      body: { visit: { id: plannedVisit }, email: 'customer@example.com', language: 'de' },
    }),
    send: ({ plannedVisit }) => ({
      body: {
        visit: { id: plannedVisit },
        email: 'customer@example.com',
        language: 'de',
        revision: 1,
      },
    }),
  },
  app: { timezones: none },
  archive: {
    situation: none,
    begin: () => ({ body: { filename: 'all.zip', size: 7 } }),
    part: ({ archive }) => ({
      body: { id: archive, position: 0 },
      file: new Blob(['archive']),
      fileName: 'part',
    }),
    check: ({ archive }) => ({ params: { id: archive } }),
    run: ({ checkedArchive }) => ({ params: { id: checkedArchive } }),
    cancel: ({ archive }) => ({ params: { id: archive } }),
  },
  billing: {
    prices: none,
    savePrices: ({ priceList, customer }) => ({
      body: {
        id: priceList,
        customer: { id: customer },
        validFrom: '2026-11-01',
        currency: 'EUR',
        hour: 60,
        revision: 1,
      },
    }),
    deletePrices: ({ priceList }) => ({ params: { id: priceList } }),
    find: ({ signedService }) => ({ params: { serviceId: signedService } }),
    findSeveral: ({ signedService }) => ({ body: { services: [{ id: signedService }] } }),
    save: ({ signedService }) => ({
      body: { service: { id: signedService }, currency: 'EUR', amount: 0 },
    }),
    markInvoiced: ({ signedService }) => ({
      body: {
        services: [{ id: signedService, amount: 0, currency: 'EUR', number: 'S-1' }],
        day: '2026-11-30',
      },
    }),
    markNotInvoiced: ({ invoicedService }) => ({
      body: { services: [{ id: invoicedService, revision: 1 }] },
    }),
    export: () => ({ body: { dateFrom: '2026-11-01', dateTo: '2026-11-30', format: 'csv' } }),
  },
  bin: {
    search: () => ({ body: {} }),
    restore: ({ adminBinEntry }) => ({ params: { id: adminBinEntry } }),
    undo: ({ adminBinned, technicianBinned }, role) => ({
      body: { kind: 'note', id: role === 'ROLE_ADMIN' ? adminBinned : technicianBinned },
    }),
    erase: ({ technicianBinEntry }) => ({ params: { id: technicianBinEntry } }),
  },
  branch: {
    getAll: none,
    insert: ({ branch }) => ({ body: { id: branch, name: 'Swept', latitude: '51', longitude: '19' } }),
    delete: ({ branch }) => ({ params: { id: branch } }),
  },
  bulk: {
    check: ({ idleDevice, customer }) => ({
      body: { ids: [idleDevice], change: { action: 'machine.customer', customer: { id: customer } } },
    }),
    run: ({ device, category }) => ({
      body: { ids: [device], change: { action: 'machine.category', category: { id: category } } },
    }),
    undo: ({ adminBulk, technicianBulk }, role) => ({
      params: { id: role === 'ROLE_ADMIN' ? adminBulk : technicianBulk },
    }),
    undoCheck: ({ adminBulk, technicianBulk }, role) => ({
      params: { id: role === 'ROLE_ADMIN' ? adminBulk : technicianBulk },
    }),
    recent: none,
  },
  calendar: { get: none, renew: none, revoke: none },
  category: {
    findAll: none,
    search: () => ({ body: {} }),
    findById: ({ category }) => ({ params: { id: category } }),
    insert: () => ({ body: { name: 'Swept category' } }),
    update: ({ category }) => ({ body: { id: category, name: 'Swept category' } }),
    delete: ({ emptyCategory }) => ({ params: { id: emptyCategory } }),
  },
  company: {
    getAccount: none,
    // Of a company that has ordered, so nothing that invoices need may be missing.
    updateGeneralData: ({ account }) => ({
      body: {
        id: account,
        companyName: 'Swept company',
        nip: '5260001246',
        street: 'Długa 1',
        postalCode: '00-001',
        city: 'Warszawa',
        country: 'PL',
      },
    }),
  },
  customer: {
    findAll: none,
    search: () => ({ body: {} }),
    findById: ({ customer }) => ({ params: { id: customer } }),
    findIds: () => ({ body: {} }),
    export: () => ({ body: { format: 'csv' } }),
    counts: ({ customer }) => ({ params: { id: customer } }),
    insert: () => ({ body: { shortName: 'Swept', fullName: 'Swept customer' } }),
    update: ({ customer }) => ({ body: { id: customer, shortName: 'Swept', fullName: 'Swept customer' } }),
    delete: ({ emptyCustomer }) => ({ params: { id: emptyCustomer } }),
    deleteByPost: ({ emptyCustomer }) => ({ query: { id: emptyCustomer } }),
  },
  customerContact: {
    findByCustomer: ({ customer }) => ({ params: { customerId: customer } }),
    findById: ({ contact }) => ({ params: { id: contact } }),
    insert: ({ customer }) => ({ body: { customer: { id: customer }, name: 'Swept' } }),
    update: ({ contact }) => ({ body: { id: contact, revision: 1, name: 'Swept' } }),
    delete: ({ contact }) => ({ params: { id: contact } }),
  },
  customerPage: {
    findByCustomer: ({ customer }) => ({ params: { customerId: customer } }),
    switch: ({ emptyCustomer }) => ({ body: { customer: { id: emptyCustomer }, on: true } }),
    invite: ({ customer }) => ({ body: { customer: { id: customer }, email: customerEmail } }),
    endSession: ({ customerSession }) => ({ params: { id: customerSession } }),
  },
  device: {
    findAll: none,
    getByFilter: () => ({ body: {} }),
    search: () => ({ body: {} }),
    findById: ({ device }) => ({ params: { id: device } }),
    overview: ({ device }) => ({ params: { id: device } }),
    findIds: () => ({ body: {} }),
    export: () => ({ body: { format: 'csv' } }),
    countNeedingAttention: none,
    findBySerialNumber: () => ({ body: { serialNumber: 'S-1' } }),
    findAllDevicesNames: none,
    findByCategory: ({ category }) => ({ params: { id: category } }),
    findByCustomer: ({ customer }) => ({ params: { id: customer } }),
    insert: (ids) => ({ body: deviceBody(ids) }),
    update: (ids) => ({ body: { id: ids.device, ...deviceBody(ids) } }),
    updateGpsLocation: ({ device }) => ({ body: { deviceId: device, latitude: 51, longitude: 19 } }),
    archive: ({ device }) => ({ body: { id: device, reason: 'SOLD', note: '' } }),
    restore: ({ archivedDevice }) => ({ body: { id: archivedDevice } }),
    delete: ({ idleDevice }) => ({ params: { id: idleDevice } }),
  },
  protocolMail: {
    findByService: ({ frozenService }) => ({ params: { id: frozenService } }),
    preview: ({ frozenService }) => ({
      body: { service: { id: frozenService }, email: 'customer@example.com', language: 'de', text: null },
    }),
    send: ({ frozenService }) => ({
      body: {
        service: { id: frozenService },
        version: 1,
        recipients: ['customer@example.com'],
        language: 'de',
        text: null,
      },
    }),
    handedOver: ({ frozenService }) => ({ params: { id: frozenService }, body: { version: 1 } }),
    checkSeveral: ({ frozenService }) => ({ body: { ids: [frozenService] } }),
    sendSeveral: ({ frozenService }) => ({ body: { ids: [frozenService] } }),
    settings: none,
    saveSettings: () => ({
      body: {
        automatic: true,
        replyTo: 'office@example.com',
        texts: { pl: '', en: 'Your protocol {number}', de: '', it: '', es: '', ru: '' },
      },
    }),
  },
  reminder: { get: none, set: () => ({ body: { weeklyDigest: true } }) },
  savedView: {
    list: () => ({ query: { list: 'machines' } }),
    insert: () => ({ body: { list: 'machines', name: 'Broken', company: false, query: 'statuses=BROKEN' } }),
    update: (ids, role) => ({ body: { id: ownView(ids, role), name: 'Out of order' } }),
    order: (ids, role) => ({ body: { list: 'machines', company: false, ids: [ownView(ids, role)] } }),
    delete: (ids, role) => ({ params: { id: ownView(ids, role) } }),
  },
  service: {
    findByDevice: ({ device }) => ({ params: { deviceId: device } }),
    findById: ({ service }) => ({ params: { id: service } }),
    add: (ids) => ({
      body: {
        id: ids.service,
        ...serviceBody(ids),
        performedBy: { id: ids.technicianUser },
        alsoPerformedBy: [{ id: ids.employee }],
      },
    }),
    sign: ({ service }) => ({
      params: { id: service },
      body: {
        signerName: 'Signer',
        strokes: [
          {
            points: [
              { x: 1, y: 1 },
              { x: 90, y: 1 },
            ],
          },
        ],
        signedAt: '2026-11-20T10:00:00Z',
      },
      file: new Blob([signature]),
    }),
    withdraw: ({ signedService }) => ({ params: { id: signedService }, body: { reason: 'Swept' } }),
    addFile: ({ service }) => ({
      params: { serviceId: service },
      file: new Blob(['note']),
      fileName: 'note.txt',
    }),
    printFile: ({ serviceFile }) => ({ params: { fileId: serviceFile }, body: { print: false } }),
    deleteFile: ({ serviceFile }) => ({ params: { fileId: serviceFile } }),
    delete: ({ service }) => ({ params: { id: service } }),
    pdf: ({ service }) => ({ params: { id: service } }),
    versions: ({ service }) => ({ params: { id: service } }),
  },
  serviceBook: {
    history: ({ device }) => ({ params: { id: device } }),
    serviceBook: ({ device }) => ({ params: { id: device } }),
    serviceBooks: ({ device, idleDevice }) => ({ body: { ids: [device, idleDevice] } }),
  },
  serviceOverview: {
    list: none,
    search: () => ({ body: {} }),
    findIds: () => ({ body: {} }),
    export: () => ({ body: { format: 'csv' } }),
  },
  signRequest: {
    findByService: ({ service }) => ({ params: { id: service } }),
    send: ({ service }) => ({
      params: { id: service },
      body: { email: 'customer@example.com', language: 'de', revision: 1 },
    }),
    remind: ({ signRequest }) => ({ params: { id: signRequest } }),
    revoke: ({ signRequest }) => ({ params: { id: signRequest } }),
    evidence: ({ service }) => ({ params: { id: service } }),
    page: () => ({ params: { token: 'unknown' } }),
    shown: () => ({ body: { token: 'unknown' } }),
    sign: () => ({
      body: {
        token: 'unknown',
        signerName: 'Signer',
        strokes: [
          {
            points: [
              { x: 1, y: 1 },
              { x: 90, y: 1 },
            ],
          },
        ],
        path: 'M1 1 L90 1',
      },
    }),
    document: () => ({ query: { token: 'unknown' } }),
  },
  serviceSigning: { toSign: ({ service }) => ({ params: { id: service } }) },
  dossier: {
    preview: ({ device }) => ({ params: { id: device } }),
  },
  employee: {
    findAllFlatRoles: none,
    findById: ({ employee }) => ({ params: { id: employee } }),
    invite: ({ invited }) => ({ params: { id: invited } }),
    insert: () => ({
      body: {
        email: 'swept@example.com',
        firstName: 'A',
        lastName: 'B',
        roles: [{ id: 3 }],
      },
    }),
    update: ({ employee }) => ({
      body: {
        id: employee,
        email: `idle-${employee}@example.com`,
        firstName: 'A',
        lastName: 'B',
        roles: [{ id: 2 }],
      },
    }),
    sessions: ({ employee }) => ({ params: { id: employee } }),
    endSessions: ({ employee }) => ({ params: { id: employee } }),
    endSession: ({ employee, employeeSession }) => ({
      params: { id: employee, sessionId: employeeSession },
    }),
    links: ({ employee }) => ({ params: { id: employee } }),
    delete: ({ employee }) => ({ params: { id: employee } }),
  },
  export: {
    accountData: none,
    servicePdfs: ({ service }) => ({ body: { serviceIds: [service] } }),
    serviceBooks: ({ device }) => ({ body: { ids: [device] } }),
    foundServicePdfs: () => ({ body: {} }),
    dossier: ({ device }) => ({ body: { id: device, language: 'en', withOtherCustomers: false } }),
    findAll: none,
    findById: ownExport,
    download: ownExport,
    delete: ownExport,
  },
  file: {
    findByDeviceAndType: ({ device }) => ({ params: { deviceId: device, type: 'MACHINE_FILE' } }),
    add: ({ device }) => ({
      body: { device: { id: device }, type: 'MACHINE_FILE' },
      file: new Blob(['note']),
      fileName: 'note.txt',
    }),
    updateDescription: ({ machineFile }) => ({ body: { id: machineFile, description: 'Swept' } }),
    delete: ({ machineFile }) => ({ params: { id: machineFile } }),
  },
  firstSteps: { get: none, set: () => ({ body: { hidden: true } }) },
  geo: { search: () => ({ query: { q: 'Łódź' } }) },
  globalSearch: {
    search: () => ({ body: { text: 'swept 5/11' } }),
    records: () => ({ body: { records: [] } }),
  },
  hotel: {
    getAll: none,
    insert: ({ hotel }) => ({ body: { id: hotel, name: 'Swept', latitude: 51, longitude: 19 } }),
    delete: ({ hotel }) => ({ params: { id: hotel } }),
  },
  import: {
    findAll: () => ({}),
    findById: ({ doneImport }) => ({ params: { id: doneImport } }),
    template: () => ({ params: { kind: 'machines' } }),
    upload: () => ({ file: new Blob(['Customer;City\nCustomer 1;Berlin\n']), fileName: 'customers.csv' }),
    setMapping: ({ openImport }) => ({
      body: {
        id: openImport,
        sheets: [{ headerRow: 1, columns: [{ field: 'customer.shortName', dateOrder: null }] }],
        options: {},
      },
    }),
    check: ({ openImport }) => ({ params: { id: openImport } }),
    rows: ({ checkedImport }) => ({ body: { id: checkedImport } }),
    table: ({ checkedImport }) => ({ params: { id: checkedImport, which: 'all', format: 'csv' } }),
    fixCell: ({ checkedImport }) => ({
      body: { id: checkedImport, position: 1, column: 0, value: 'Customer 9' },
    }),
    fixAlike: ({ checkedImport }) => ({
      body: { id: checkedImport, sheet: 0, column: 0, before: 'Customer 9', value: 'Customer 8' },
    }),
    skip: ({ checkedImport }) => ({ body: { id: checkedImport, position: 1, isSkipped: true } }),
    run: ({ checkedImport }) => ({ params: { id: checkedImport } }),
    cancel: ({ checkingImport }) => ({ params: { id: checkingImport } }),
    undo: ({ doneImport }) => ({ params: { id: doneImport } }),
    changes: ({ doneImport }) => ({ body: { id: doneImport } }),
    delete: ({ openImport }) => ({ params: { id: openImport } }),
  },
  incident: {
    findByParameters: ({ device }) => ({ query: { deviceId: device } }),
    insert: ({ device }) => ({
      body: { device: { id: device }, date: '2026-11-20T10:00:00Z', text: 'Swept' },
    }),
    delete: ({ incident }) => ({ params: { id: incident } }),
  },
  inspection: {
    list: () => ({ params: { scope: 'all' } }),
    search: () => ({ body: {} }),
    export: () => ({ body: { format: 'csv' } }),
    findIds: () => ({ body: {} }),
    points: () => ({ body: {} }),
    pointsInPart: () => ({ body: { part: { west: 14, south: 49, east: 24, north: 55, zoom: 6 } } }),
    calendar: () => ({ body: { month: '2026-11' } }),
  },
  log: {
    findAll: none,
    search: () => ({ body: {} }),
    export: () => ({ body: { format: 'csv' } }),
    changes: ({ device }) => ({ params: { entity: 'device', id: device } }),
  },
  machineInspection: {
    lastSignedInspection: ({ device }) => ({ query: { deviceId: device } }),
    inspection: ({ device }) => ({ params: { deviceId: device } }),
    enableInspection: ({ device }) => ({ body: { id: device, isPeriodicInspectionEnabled: false } }),
    stateInspection: ({ device }) => ({ body: { id: device, date: '2027-03-04' } }),
    setInspectionPeriods: ({ device, idleDevice }) => ({
      body: { devices: [device, idleDevice], months: 6 },
    }),
    setInspectionPeriod: ({ device }) => ({ query: { deviceId: device, months: 6 } }),
  },
  note: {
    findByDevice: ({ device }) => ({ params: { deviceId: device } }),
    insert: ({ device }) => ({ body: { text: 'Swept', device: { id: device } } }),
    update: ({ device, note }) => ({ body: { id: note, text: 'Swept', device: { id: device } } }),
    delete: ({ note }) => ({ params: { id: note } }),
  },
  notification: {
    search: () => ({ body: {} }),
    unread: none,
    read: ({ adminNotification, technicianNotification }, role) => ({
      params: { id: role === 'ROLE_ADMIN' ? adminNotification : technicianNotification },
    }),
    readAll: ({ adminNotification, technicianNotification }, role) => ({
      body: { upTo: role === 'ROLE_ADMIN' ? adminNotification : technicianNotification },
    }),
    settings: none,
    setSettings: () => ({ body: { byMail: ['ASSIGNED'] } }),
  },
  offline: { workingSet: () => ({ body: {} }) },
  order: {
    insert: ({ employee }) => ({
      body: {
        users: [{ id: employee, accountPlan: { period: 'month', quantity: 1 } }],
        totalGrossPrice: 11.07,
      },
    }),
    find: ({ order }) => ({ query: { id: order } }),
    all: none,
    offer: none,
  },
  ownSignature: { get: none, set: () => ({ body: { svgPath: signature } }) },
  part: {
    findByDevice: ({ device }) => ({ params: { deviceId: device } }),
    save: ({ device, part }) => ({ body: { id: part, name: 'Swept', device: { id: device } } }),
    delete: ({ part }) => ({ params: { id: part } }),
  },
  pastService: {
    findByDevice: ({ device }) => ({ params: { deviceId: device } }),
    findById: ({ pastService }) => ({ params: { id: pastService } }),
    history: ({ device }) => ({ body: { deviceId: device } }),
    insert: ({ device }) => ({ body: { device: { id: device }, date: '2026-03-05', types: ['REPAIR'] } }),
    update: ({ pastService }) => ({ body: { id: pastService, date: '2026-03-06', types: ['REPAIR'] } }),
    delete: ({ pastService }) => ({ params: { id: pastService } }),
  },
  payment: {
    getUrl: ({ order }) => ({ body: { id: order, totalAmount: 11.07 } }),
    check: ({ order }) => ({ body: { id: order } }),
  },
  plan: {},
  planning: {
    board: () => ({ query: { from: '2026-11-23', to: '2026-11-29' } }),
    myDays: none,
    route: ({ employee, branch }) => ({ query: { userId: employee, day: '2026-11-23', branchId: branch } }),
  },
  statistics: {
    servicesUsers: none,
    overview: none,
    export: () => ({ body: { table: 'USERS', format: 'csv' } }),
    home: none,
  },
  storage: { use: none, downloadFile: ({ fileKey }) => ({ query: { fileName: fileKey } }) },
  todo: {
    get: none,
    search: () => ({ body: {} }),
    findIds: () => ({ body: {} }),
    export: () => ({ body: { format: 'csv' } }),
    findById: ({ todoOfService }) => ({ params: { id: todoOfService } }),
    save: ({ todo, employee }) => ({ body: { id: todo, description: 'Swept', assigneeId: employee } }),
    changeOfService: ({ service, employee }) => ({
      body: { id: service, toDoStatus: 'DONE', assigneeId: employee },
    }),
    setStatus: ({ todoOfService }) => ({ body: { id: todoOfService, toDoStatus: 'DONE' } }),
    delete: ({ todo }) => ({ query: { id: todo } }),
  },
  user: {
    checkAuth: none,
    setLanguage: () => ({ query: { language: 'en' } }),
    setTimezone: () => ({ query: { timezone: 'Europe/Rome' } }),
    choosePassword: () => ({ body: { newPassword: 'four pumps in a shed' } }),
    setNewPassword: () => ({ body: { oldPassword: knownPassword, newPassword: 'four pumps in a shed' } }),
    signInMethods: none,
    sessions: none,
    endOtherSessions: none,
    // Everybody ends their own alone.
    endSession: ({ adminSession, technicianSession }, role) => ({
      params: { id: role === 'ROLE_ADMIN' ? adminSession : technicianSession },
    }),
  },
  visit: {
    calendar: () => ({ query: { month: '2026-11' } }),
    search: () => ({ body: {} }),
    findIds: () => ({ body: {} }),
    export: () => ({ body: { format: 'csv' } }),
    findById: ({ visit }) => ({ params: { id: visit } }),
    save: ({ visit, customer, device, employee, service }) => ({
      body: {
        id: visit,
        customer: { id: customer },
        devices: [{ id: device }],
        types: ['REPAIR'],
        technicians: [{ id: employee }],
        sourceService: { id: service },
      },
    }),
    move: ({ visit, employee }) => ({
      body: { items: [{ id: visit, revision: 1, technicians: [{ id: employee }] }] },
    }),
    step: ({ visit }) => ({ body: { id: visit, step: 'START' } }),
    check: ({ visit }) => ({ body: { id: visit, position: 0, name: 'Swept', done: true } }),
    delete: ({ visit }) => ({ params: { id: visit } }),
    notes: ({ visit }) => ({ params: { id: visit } }),
    addNote: ({ visit }) => ({ body: { visit: { id: visit }, text: 'Swept' } }),
    deleteNote: ({ visitNote }) => ({ params: { id: visitNote } }),
    files: ({ visit }) => ({ params: { id: visit } }),
    addFile: ({ visit }) => ({ params: { id: visit }, file: new Blob(['plan']), fileName: 'plan.txt' }),
    deleteFile: ({ visitFile }) => ({ params: { id: visitFile } }),
  },
};

/** Searches take ids as filters: another account's simply matches nothing. */
export const filtering: { name: string; request: Sample }[] = [
  { name: 'device.search', request: ({ customer }) => ({ body: { customerId: customer } }) },
  { name: 'device.search', request: ({ category }) => ({ body: { categoryId: category } }) },
  { name: 'device.getByFilter', request: ({ category }) => ({ body: { categories: [category] } }) },
  { name: 'device.getByFilter', request: ({ device }) => ({ body: { id: device } }) },
  { name: 'serviceOverview.search', request: ({ device }) => ({ body: { deviceId: device } }) },
  { name: 'serviceOverview.search', request: ({ customer }) => ({ body: { customerId: customer } }) },
  { name: 'serviceOverview.search', request: ({ employee }) => ({ body: { userId: employee } }) },
  { name: 'inspection.search', request: ({ category }) => ({ body: { categoryId: category } }) },
  { name: 'inspection.search', request: ({ customer }) => ({ body: { customerId: customer } }) },
  { name: 'inspection.search', request: ({ device }) => ({ body: { ids: [device] } }) },
  { name: 'inspection.findIds', request: ({ device }) => ({ body: { ids: [device] } }) },
  { name: 'customer.search', request: ({ customer }) => ({ body: { ids: [customer] } }) },
  { name: 'serviceOverview.search', request: ({ service }) => ({ body: { ids: [service] } }) },
  { name: 'todo.search', request: ({ todo }) => ({ body: { toDoStatus: 'ALL', ids: [todo] } }) },
  { name: 'visit.search', request: ({ visit }) => ({ body: { ids: [visit] } }) },
  { name: 'visit.findIds', request: ({ visit }) => ({ body: { ids: [visit] } }) },
  { name: 'customer.findIds', request: ({ customer }) => ({ body: { ids: [customer] } }) },
  { name: 'serviceOverview.findIds', request: ({ service }) => ({ body: { ids: [service] } }) },
  { name: 'todo.findIds', request: ({ todo }) => ({ body: { toDoStatus: 'ALL', ids: [todo] } }) },
  { name: 'visit.search', request: ({ device }) => ({ body: { deviceId: device } }) },
  { name: 'visit.search', request: ({ customer }) => ({ body: { customerId: customer } }) },
  { name: 'visit.search', request: ({ category }) => ({ body: { categoryId: category } }) },
  { name: 'visit.search', request: ({ employee }) => ({ body: { userId: employee } }) },
  {
    name: 'globalSearch.records',
    request: ({ device, customer, contact, service, visit, todo, incident, employee }) => ({
      body: {
        records: Object.entries({ device, customer, contact, service, visit, todo, incident, employee }).map(
          ([kind, id]) => ({ kind, id }),
        ),
      },
    }),
  },
];
