/** All contracts in one object: the server mounts it; OpenAPI and the sweep test read it. */
import { absenceContract } from './absence.ts';
import { accountContract } from './account.ts';
import { announcementContract } from './announcement.ts';
import { appContract } from './app.ts';
import { archiveContract } from './archive.ts';
import { billingContract } from './billing.ts';
import { binContract } from './bin.ts';
import { branchContract } from './branch.ts';
import { bulkContract } from './bulk.ts';
import { calendarContract } from './calendar-feed.ts';
import { categoryContract } from './category.ts';
import { closureContract } from './closure.ts';
import { companyContract } from './company.ts';
import { customerContract } from './customer.ts';
import { customerContactContract } from './customer-contact.ts';
import { customerPageContract } from './customer-page.ts';
import { deviceContract } from './device.ts';
import { dossierContract } from './dossier.ts';
import { employeeContract } from './employee.ts';
import { exportContract } from './export.ts';
import { fileContract } from './file.ts';
import { firstStepsContract } from './first-steps.ts';
import { geoContract } from './geo.ts';
import { globalSearchContract } from './global-search.ts';
import { hotelContract } from './hotel.ts';
import { importContract } from './import.ts';
import { incidentContract } from './incident.ts';
import { inspectionContract } from './inspection-overview.ts';
import { logContract } from './log.ts';
import { machineInspectionContract } from './machine-inspection.ts';
import { noteContract } from './note.ts';
import { notificationContract } from './notification.ts';
import { offlineContract } from './offline.ts';
import { orderContract } from './order.ts';
import { ownSignatureContract } from './own-signature.ts';
import { partContract } from './part.ts';
import { pastServiceContract } from './past-service.ts';
import { paymentContract } from './payment.ts';
import { planContract } from './plan.ts';
import { planningContract } from './planning.ts';
import { protocolMailContract } from './protocol-mail.ts';
import { reminderContract } from './reminder.ts';
import { savedViewContract } from './saved-view.ts';
import { serviceContract } from './service.ts';
import { serviceBookContract } from './service-book.ts';
import { serviceOverviewContract } from './service-overview.ts';
import { serviceSigningContract } from './service-signing.ts';
import { signRequestContract } from './sign-request.ts';
import { statisticsContract } from './statistics.ts';
import { storageContract } from './storage.ts';
import { termsContract } from './terms.ts';
import { todoContract } from './todo.ts';
import { userContract } from './user.ts';
import { verifyContract } from './verify.ts';
import { visitContract } from './visit.ts';

export const contracts = {
  absence: absenceContract,
  account: accountContract,
  announcement: announcementContract,
  app: appContract,
  archive: archiveContract,
  billing: billingContract,
  bin: binContract,
  branch: branchContract,
  bulk: bulkContract,
  calendar: calendarContract,
  category: categoryContract,
  closure: closureContract,
  company: companyContract,
  customer: customerContract,
  customerContact: customerContactContract,
  customerPage: customerPageContract,
  device: deviceContract,
  dossier: dossierContract,
  employee: employeeContract,
  export: exportContract,
  file: fileContract,
  firstSteps: firstStepsContract,
  geo: geoContract,
  globalSearch: globalSearchContract,
  hotel: hotelContract,
  import: importContract,
  incident: incidentContract,
  inspection: inspectionContract,
  log: logContract,
  machineInspection: machineInspectionContract,
  note: noteContract,
  notification: notificationContract,
  offline: offlineContract,
  order: orderContract,
  ownSignature: ownSignatureContract,
  part: partContract,
  pastService: pastServiceContract,
  payment: paymentContract,
  plan: planContract,
  planning: planningContract,
  protocolMail: protocolMailContract,
  reminder: reminderContract,
  savedView: savedViewContract,
  service: serviceContract,
  serviceBook: serviceBookContract,
  serviceOverview: serviceOverviewContract,
  serviceSigning: serviceSigningContract,
  signRequest: signRequestContract,
  statistics: statisticsContract,
  storage: storageContract,
  terms: termsContract,
  todo: todoContract,
  user: userContract,
  verify: verifyContract,
  visit: visitContract,
};
export type Contracts = typeof contracts;
