/** Where machines are on the map: their own point, otherwise the position of the customer at whose address they stand. */
import { earthRadius, type Near } from '@servicebook/shared/distance';
import { Prisma } from '../../generated/prisma/client.ts';

/** The position of a customer, by its name in the statement. */
export const positionOf = (customer: Prisma.Sql): Prisma.Sql => Prisma.sql`
  CASE WHEN ${customer}.gps_latitude IS NOT NULL THEN
    json_build_object('latitude', ${customer}.gps_latitude, 'longitude', ${customer}.gps_longitude) END`;

/** Whether `device d` stands where its `customer k` is; the same rule as `standsAtCustomer`. */
const standsAtCustomer = Prisma.sql`(
  (d.country = '' OR k.country = '' OR d.country = k.country)
  AND (d.street_address, d.zip_code, d.city) IN (('', '', ''), (k.street_address, k.zip_code, k.city)))`;

/** The point of `device d` of `customer k`; null: unknown. */
export const machinePoint = {
  latitude: Prisma.sql`coalesce(d.gps_latitude, CASE WHEN ${standsAtCustomer} THEN k.gps_latitude END)`,
  longitude: Prisma.sql`coalesce(d.gps_longitude, CASE WHEN ${standsAtCustomer} THEN k.gps_longitude END)`,
  /** Whether it is the customer's, if there is one. */
  isCustomers: Prisma.sql`d.gps_latitude IS NULL`,
};

/** Whether a point is within a distance in a straight line (haversine, as `distanceInKilometres`). */
const isWithin = (
  { latitude, longitude, kilometres }: Near,
  point: { latitude: Prisma.Sql; longitude: Prisma.Sql },
): Prisma.Sql => Prisma.sql`2 * ${earthRadius} * asin(least(1, sqrt(
  sin(radians(${point.latitude} - ${latitude}) / 2) ^ 2 + cos(radians(${latitude})) * cos(radians(${point.latitude}))
    * sin(radians(${point.longitude} - ${longitude}) / 2) ^ 2))) <= ${kilometres}`;

const own = { latitude: Prisma.sql`d.gps_latitude`, longitude: Prisma.sql`d.gps_longitude` };
const ofCustomer = { latitude: Prisma.sql`k.gps_latitude`, longitude: Prisma.sql`k.gps_longitude` };

/**
 * Whether the point of `device d` is within a distance. Only machines without a point of their own look for their
 * customer.
 * @param customerCounts when the position of the customer counts
 */
export const isNear = (near: Near, customerCounts = Prisma.sql`TRUE`): Prisma.Sql => Prisma.sql`(
  ${isWithin(near, own)} OR d.gps_latitude IS NULL AND ${customerCounts} AND EXISTS (
    SELECT FROM customer k WHERE k.account_id = d.account_id AND k.id = d.customer_id
       AND ${standsAtCustomer} AND ${isWithin(near, ofCustomer)}))`;
