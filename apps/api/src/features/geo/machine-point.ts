/** Where machines are on the map: their own point, otherwise the position of the customer at whose address they stand. */
import { earthRadius, type Near } from '@servicebook/shared/distance';
import { Prisma } from '../../generated/prisma/client.ts';
import { scopedAccount } from '../../platform/tenancy.ts';

/** The position of a customer, by its name in the statement. */
export const positionOf = (customer: Prisma.Sql): Prisma.Sql => Prisma.sql`
  CASE WHEN ${customer}.gps_latitude IS NOT NULL THEN
    json_build_object('latitude', ${customer}.gps_latitude, 'longitude', ${customer}.gps_longitude) END`;

/** Whether `device d` stands where its `customer k` is; the same rule as `standsAtCustomer`. */
const standsAtCustomer = Prisma.sql`(
  (d.country = '' OR k.country = '' OR d.country = k.country)
  AND (d.street_address, d.zip_code, d.city) IN (('', '', ''), (k.street_address, k.zip_code, k.city)))`;

interface Point {
  latitude: Prisma.Sql;
  longitude: Prisma.Sql;
}

const own: Point = { latitude: Prisma.sql`d.gps_latitude`, longitude: Prisma.sql`d.gps_longitude` };
const ofCustomer = { latitude: Prisma.sql`k.gps_latitude`, longitude: Prisma.sql`k.gps_longitude` };

/** Whether a point is within a distance in a straight line (haversine, as `distanceInKilometres`). */
const isWithin = (
  { latitude, longitude, kilometres }: Near,
  point: Point,
): Prisma.Sql => Prisma.sql`2 * ${earthRadius} * asin(least(1, sqrt(
  sin(radians(${point.latitude} - ${latitude}) / 2) ^ 2 + cos(radians(${latitude})) * cos(radians(${point.latitude}))
    * sin(radians(${point.longitude} - ${longitude}) / 2) ^ 2))) <= ${kilometres}`;

/**
 * The devices with a point, as `placed`. Those with a point of their own are found by an index (device_own_point_idx),
 * which holds what the map of all machines needs.
 * @param where of `device d`
 * @param isIn whether a point is in the part that is looked for
 */
export const placedMachines = (
  where: Prisma.Sql,
  isIn: (point: Point) => Prisma.Sql = () => Prisma.sql`TRUE`,
): Prisma.Sql => Prisma.sql`(
  SELECT d.account_id, d.id, d.next_inspection_date, d.gps_latitude AS latitude, d.gps_longitude AS longitude,
         FALSE AS is_customers
    FROM device d WHERE ${where} AND d.gps_latitude IS NOT NULL AND ${isIn(own)}
   UNION ALL
  SELECT d.account_id, d.id, d.next_inspection_date, k.gps_latitude, k.gps_longitude, TRUE
    FROM device d JOIN customer k ON k.account_id = d.account_id AND k.id = d.customer_id
   WHERE ${where} AND d.gps_latitude IS NULL AND ${standsAtCustomer}
     AND k.gps_latitude IS NOT NULL AND ${isIn(ofCustomer)}) AS placed`;

/**
 * Whether the point of `device d` is within a distance. Only machines without a point of their own look for their
 * customer.
 * @param customerCounts when the position of the customer counts
 */
export const isNear = (near: Near, customerCounts = Prisma.sql`TRUE`): Prisma.Sql => Prisma.sql`(
  ${isWithin(near, own)} OR d.gps_latitude IS NULL AND ${customerCounts} AND EXISTS (
    SELECT FROM customer k WHERE k.account_id = ${scopedAccount} AND k.id = d.customer_id
       AND ${standsAtCustomer} AND ${isWithin(near, ofCustomer)}))`;
