/** All features of the server, in one place each: their routes, and the jobs they work off. */
import type { Deps } from '../deps.ts';
import type { Feature } from '../http/handlers.ts';
import type { JobHandler } from '../platform/jobs.ts';
import { absenceRoutes } from './absence/absence.routes.ts';
import { accountJobs } from './account/account.jobs.ts';
import { accountRoutes } from './account/account.routes.ts';
import { accountErasureJobs } from './account/account-erasure.jobs.ts';
import { announcementJobs } from './announcement/announcement.jobs.ts';
import { announcementRoutes } from './announcement/announcement.routes.ts';
import { appRoutes } from './app/app.routes.ts';
import { archiveJobs } from './archive/archive.jobs.ts';
import { archiveRoutes } from './archive/archive.routes.ts';
import { billingRoutes } from './billing/billing.routes.ts';
import { binJobs } from './bin/bin.jobs.ts';
import { binRoutes } from './bin/bin.routes.ts';
import { branchRoutes } from './branch/branch.routes.ts';
import { bulkRoutes } from './bulk/bulk.routes.ts';
import { calendarRoutes } from './calendar/calendar.routes.ts';
import { categoryRoutes } from './category/category.routes.ts';
import { closureJobs } from './closure/closure.jobs.ts';
import { closureRoutes } from './closure/closure.routes.ts';
import { companyRoutes } from './company/company.routes.ts';
import { customerRoutes } from './customer/customer.routes.ts';
import { customerContactRoutes } from './customer-contact/customer-contact.routes.ts';
import { customerPageJobs } from './customer-page/customer-page.jobs.ts';
import { customerPageRoutes } from './customer-page/customer-page.routes.ts';
import { deviceRoutes } from './device/device.routes.ts';
import { dossierRoutes } from './dossier/dossier.routes.ts';
import { employeeRoutes } from './employee/employee.routes.ts';
import { exportJobs } from './export/export.jobs.ts';
import { exportRoutes } from './export/export.routes.ts';
import { fileRoutes } from './file/file.routes.ts';
import { firstStepsRoutes } from './first-steps/first-steps.routes.ts';
import { geoRoutes } from './geo/geo.routes.ts';
import { hotelRoutes } from './hotel/hotel.routes.ts';
import { housekeepingJobs } from './housekeeping/housekeeping.jobs.ts';
import { importJobs } from './import/import.jobs.ts';
import { importRoutes } from './import/import.routes.ts';
import { incidentRoutes } from './incident/incident.routes.ts';
import { inspectionRoutes, machineInspectionRoutes } from './inspection/inspection.routes.ts';
import { invoiceJobs } from './invoice/invoice.jobs.ts';
import { logRoutes } from './log/log.routes.ts';
import { noteRoutes } from './note/note.routes.ts';
import { notificationJobs } from './notification/notification.jobs.ts';
import { notificationRoutes } from './notification/notification.routes.ts';
import { offlineRoutes } from './offline/offline.routes.ts';
import { orderJobs } from './order/order.jobs.ts';
import { orderRoutes } from './order/order.routes.ts';
import { ownSignatureRoutes } from './own-signature/own-signature.routes.ts';
import { partRoutes } from './part/part.routes.ts';
import { pastServiceRoutes } from './past-service/past-service.routes.ts';
import { paymentJobs } from './payment/payment.jobs.ts';
import { paymentRoutes } from './payment/payment.routes.ts';
import { accessEndJobs } from './plan/access-end.jobs.ts';
import { planRoutes } from './plan/plan.routes.ts';
import { planningRoutes } from './planning/planning.routes.ts';
import { protocolMailJobs } from './protocol-mail/protocol-mail.jobs.ts';
import { protocolMailRoutes } from './protocol-mail/protocol-mail.routes.ts';
import { reminderJobs } from './reminder/reminder.jobs.ts';
import { reminderRoutes } from './reminder/reminder.routes.ts';
import { savedViewRoutes } from './saved-view/saved-view.routes.ts';
import { searchRoutes } from './search/search.routes.ts';
import { markedCopyJobs } from './service/marked-copy.ts';
import { returnedSealJobs } from './service/returned-seals.ts';
import { serviceJobs } from './service/service.jobs.ts';
import { serviceOverviewRoutes, serviceRoutes, serviceSigningRoutes } from './service/service.routes.ts';
import { serviceBookRoutes } from './service-book/service-book.routes.ts';
import { signRequestJobs } from './sign-request/sign-request.jobs.ts';
import { signRequestRoutes } from './sign-request/sign-request.routes.ts';
import { statisticsRoutes } from './statistics/statistics.routes.ts';
import { storageJobs } from './storage/storage.jobs.ts';
import { storageRoutes } from './storage/storage.routes.ts';
import { termsJobs } from './terms/terms.jobs.ts';
import { termsRoutes } from './terms/terms.routes.ts';
import { todoRoutes } from './todo/todo.routes.ts';
import { invitationJobs } from './user/invitation.jobs.ts';
import { userJobs } from './user/user.jobs.ts';
import { userRoutes } from './user/user.routes.ts';
import { verifyRoutes } from './verify/verify.routes.ts';
import { visitRoutes } from './visit/visit.routes.ts';

export const features = (deps: Deps): Feature[] => [
  absenceRoutes(deps),
  accountRoutes(deps),
  announcementRoutes(deps),
  appRoutes(deps),
  archiveRoutes(deps),
  billingRoutes(deps),
  binRoutes(deps),
  branchRoutes(deps),
  bulkRoutes(deps),
  calendarRoutes(deps),
  categoryRoutes(deps),
  closureRoutes(deps),
  companyRoutes(deps),
  customerRoutes(deps),
  customerContactRoutes(deps),
  customerPageRoutes(deps),
  deviceRoutes(deps),
  dossierRoutes(deps),
  employeeRoutes(deps),
  exportRoutes(deps),
  fileRoutes(deps),
  firstStepsRoutes(deps),
  geoRoutes(deps),
  hotelRoutes(deps),
  importRoutes(deps),
  incidentRoutes(deps),
  inspectionRoutes(deps),
  machineInspectionRoutes(deps),
  logRoutes(deps),
  noteRoutes(deps),
  notificationRoutes(deps),
  offlineRoutes(deps),
  orderRoutes(deps),
  ownSignatureRoutes(deps),
  partRoutes(deps),
  pastServiceRoutes(deps),
  paymentRoutes(deps),
  planRoutes(deps),
  planningRoutes(deps),
  protocolMailRoutes(deps),
  reminderRoutes(deps),
  searchRoutes(deps),
  savedViewRoutes(deps),
  serviceRoutes(deps),
  serviceBookRoutes(deps),
  serviceOverviewRoutes(deps),
  serviceSigningRoutes(deps),
  signRequestRoutes(deps),
  statisticsRoutes(deps),
  storageRoutes(deps),
  termsRoutes(deps),
  todoRoutes(deps),
  userRoutes(deps),
  verifyRoutes(deps),
  visitRoutes(deps),
];

export const jobHandlers = (deps: Deps): JobHandler[] => [
  ...accountErasureJobs(deps),
  ...accountJobs(deps),
  ...announcementJobs(deps),
  ...archiveJobs(deps),
  ...binJobs(deps),
  ...closureJobs(deps),
  ...customerPageJobs(deps),
  ...termsJobs(deps),
  ...exportJobs(deps),
  ...housekeepingJobs(deps),
  ...importJobs(deps),
  ...invitationJobs(deps),
  ...invoiceJobs(deps),
  ...markedCopyJobs(deps),
  ...notificationJobs(deps),
  ...orderJobs(deps),
  ...paymentJobs(deps),
  ...accessEndJobs(deps),
  ...protocolMailJobs(deps),
  ...reminderJobs(deps),
  ...serviceJobs(deps),
  ...returnedSealJobs(deps),
  ...signRequestJobs(deps),
  ...storageJobs(deps),
  ...userJobs(deps),
];
