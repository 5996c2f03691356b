/** Machines around a place. */
import { earthRadius, type Near } from '@servicebook/shared/distance';
import { Prisma } from '../../generated/prisma/client.ts';

/** Whether `device d` is within a distance in a straight line (haversine, as `distanceInKilometres`). */
export const isNear = ({ latitude, longitude, kilometres }: Near): Prisma.Sql => Prisma.sql`
  2 * ${earthRadius} * asin(least(1, sqrt(
    sin(radians(d.gps_latitude - ${latitude}) / 2) ^ 2 + cos(radians(${latitude})) * cos(radians(d.gps_latitude))
      * sin(radians(d.gps_longitude - ${longitude}) / 2) ^ 2))) <= ${kilometres}`;
