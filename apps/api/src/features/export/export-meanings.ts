/** What columns mean, for readers who do not know our code. Others say it themselves, or by the comment in the schema. */
export const publicMeanings: Record<string, string> = {
  'Account.language': 'Language of documents, ISO 639-1.',
  'Account.timezone': 'IANA time zone. Days, months and years of records are on the calendar there.',
  'Account.protocolMailTexts':
    '{ language: text }: what mails with protocols say; a language that is missing has the text of the product.',
  'Account.defaultPlanId': 'Key of a plan of the seller. Plans are not in the archive.',
  'User.accountPlanId': 'Key of a plan of the seller. Plans are not in the archive.',
  'User.email': 'Lower case. `deleted/<id>` for somebody whose account was erased.',
  'User.timezone': 'IANA time zone; null: the company’s.',
  'User.language': 'ISO 639-1; null: the company’s.',
  'OwnSignature.svgPath':
    'SVG path data of the strokes; only that employee may use it. The unit is a pixel of the pad.',
  'Category.serviceReviewOperations':
    'Service actions in their order. An entry is the name of the action. If values are entered for it, a line feed follows, then `@dodatkowePola{name+unit;name+unit}`; a value that must be entered ends with `+!`.',
  'Customer.ownNumber':
    'The company’s own number of the customer, unique whatever its case and spaces; or empty.',
  'Customer.gpsLatitude':
    'Where the customer is on the map: both or none. It counts for machines without a point of their own that stand at the customer’s address.',
  'Device.ownNumber':
    'The company’s own number of the machine, unique whatever its case and spaces; or empty.',
  'Device.warranty':
    'When the warranty starts: `production`, `transport`, `installation`, or a text of the company’s own.',
  'Device.warrantyLength': 'Months of warranty from `transferDate`.',
  'Device.inspectionPeriodInMonths': 'Months between inspections; null: those of the last protocol.',
  'Device.lastInspectionDate':
    'Computed: the date of the last inspection, of a signed protocol or entered afterwards.',
  'Device.lastInspectionPeriod': 'Computed: the months to the next inspection that its protocol names.',
  'Device.lastServiceDate':
    'Computed: the date of the last service, of a signed protocol or entered afterwards.',
  'Incident.serviceId': 'The protocol that the event comes from; null: entered by hand.',
  'Service.number':
    'Number within the month. Documents show it as `25A/11/2026`: number, extension, month, year.',
  'Service.numberExtension': 'One capital letter, or empty.',
  'Service.period': 'Months to the next inspection; null: none.',
  'Service.userId': 'Who did the work; protocol-performers names the others.',
  'Service.currentVersion': 'The newest version in protocol-versions; 0: never signed.',
  'Service.cost': 'In hundredths of the company’s currency.',
  'ServiceAction.quantity': 'How often, or how much; null: not stated.',
  'ServiceAction.fields':
    '[{ name, value, unit, reason }]: the values that were entered; `reason` says why one is missing.',
  'ServiceVersion.version': '1 for the first signing, then counted up.',
  'ServiceVersion.snapshot':
    'Everything that was signed, as JSON text; its shape is schema/protocol-snapshot.schema.json. Its UTF-8 bytes were hashed, so keep the text as it is.',
  'ServiceVersion.snapshotSha256': 'SHA-256 of `snapshot`, as hex.',
  'ServiceVersion.pdfFileId': 'The document of this version.',
  'ServiceVersion.markedFileId':
    'The copy of a withdrawn protocol that says so on every page; null: it was not drawn.',
  'ServiceVersion.pdfSha256': 'SHA-256 of the document as it was drawn, before its seal, as hex.',
  'ServiceVersion.reason':
    'Why a signed protocol was opened again for this version; empty for the first one.',
  'ServiceVersion.returnedAs':
    'Null: the ids in `snapshot` are those of this archive. After a return of an earlier archive: { machines: [ids], customer: id }, the ids of this archive for the machines and the customer that `snapshot` names.',
  'ServiceSignature.strokes':
    '[{ points: [{ x, y, time, pressure }] }]: the strokes of the pen; time in milliseconds.',
  'SignRequest.sentTo': 'The address that the link was mailed to; null: it was copied.',
  'SignRequest.contentSha256':
    'SHA-256 of the snapshot that was shown, as hex: that of the signed version without its signature.',
  'SignRequest.serviceVersionId': 'The version that was signed by it; null: none.',
  'SignRequest.firstShownAt': 'When the protocol was first on the customer’s screen.',
  'SignRequest.shownIp': 'Internet address of the browser that showed it; so are the three columns after it.',
  'ServiceVersionFile.fileId': 'A file that was attached when this version was signed.',
  'ProtocolMail.text': 'What the mail said above its facts.',
  'ServiceBilling.partPrices':
    '[{ name, number, unit, price }]: prices of the protocol’s parts, in hundredths.',
  'ServiceBilling.invoicedLines': 'The lines as they were proposed at that moment, amounts in hundredths.',
  'VisitAnnouncement.day':
    'The day that the mail named; the columns after it are its time window, as of a visit.',
  'Visit.fromMinute':
    'The time window in minutes after midnight, in the company’s time zone; one that ends before it starts ends on the next day.',
  'Notification.visitId': 'The visit, which may be deleted by now; null: it is about a protocol.',
  'Notification.serviceId': 'The protocol that was signed at a distance.',
  'Notification.content':
    'What the message says: customer, day and what has changed about the visit, or number and signer of the protocol.',
  'SavedView.list': '`machines`, `customers`, `inspections`, `services`, `visits`, `todos` or `log`.',
  'SavedView.query':
    'The query of the list’s address, such as `statuses=FAULT&sort=-name`; ids in it are those of the archive.',
  'StoredFile.key': 'Name in the file store of the company’s account. Snapshots name pictures by it.',
  'StoredFile.formerKey': 'The key it had in a former account, by which older snapshots name it.',
  'StoredFile.filename': 'As its user called it. The path in the archive is in manifest.json.',
  'StoredFile.sha256': 'SHA-256 of the content, as hex.',
  'StoredFile.sentSha256': 'SHA-256 of the picture as it was sent, before it was drawn again.',
  'Order.paymentMethodId': 'Key at the payment provider.',
  'Order.p24SessionId': 'The newest payment attempt at the payment provider.',
  'Order.p24OrderId': 'The payment at the payment provider.',
  'OrderLine.accountPlanId': 'Key of a plan of the seller. Plans are not in the archive.',
  'Invoice.correctsId': 'The invoice that a correction corrects.',
  'Invoice.reason': 'Why it was corrected.',
  'Invoice.seller': 'Name, address and tax number as printed.',
  'Invoice.buyer': 'Name, address and tax number as printed.',
  'Invoice.lines': 'The lines as printed, amounts in hundredths.',
  'Invoice.pdfKey':
    'Its file in manifest.json has this invoice’s number as its name, in files/invoices; null: none yet.',
  'Invoice.xmlKey': 'The structured e-invoice (KSeF FA(3)), likewise; Polish buyers only.',
  'Import.counts': 'How many rows and records were created, changed and left alone.',
  'Import.done': 'Rows that were worked off.',
  'Import.total': 'All of its rows.',
  'Import.errorCode': 'Why it failed, as a code.',
  'AuditLog.id': 'Key of the row; newer entries have higher ones.',
  'AuditLog.kind': 'What was done, as a code such as `CREATED`, `CHANGED`, `DELETED`.',
  'AuditLog.who': 'E-mail address of the user at that time.',
  'AuditLog.what': 'Name or number of the record at that time.',
  'AuditLog.entity': 'The kind of the record, such as `device` (machines) or `service` (protocols).',
  'AuditLog.entityId': 'The id of the record, which may be deleted by now.',
  'AuditLog.args': 'Further words of the entry.',
  'AuditLog.changes': '{ column: [before, after] }',
};
