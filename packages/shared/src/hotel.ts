import { z } from 'zod';
import { endpoint } from './contract.ts';
import {
  id,
  idParams,
  latitude,
  longitude,
  optionalCountry,
  optionalEmail,
  optionalText,
  requiredText,
} from './primitives.ts';

/** A hotel for technicians on the road; shared by all machines of the account. */
export const Hotel = z.object({
  id: z.number(),
  name: z.string(),
  streetAddress: z.string(),
  zipCode: z.string(),
  city: z.string(),
  country: z.string(),
  phone: z.string(),
  email: z.string(),
  www: z.string(),
  description: z.string(),
  latitude: z.number(),
  longitude: z.number(),
});
export type Hotel = z.infer<typeof Hotel>;

export const HotelInput = z.strictObject({
  id: id.nullish().transform((value) => value ?? null),
  name: requiredText(200, 1, 'NAME_EMPTY'),
  streetAddress: optionalText(),
  zipCode: optionalText(20),
  city: optionalText(100),
  country: optionalCountry,
  phone: optionalText(100),
  email: optionalEmail,
  www: optionalText(),
  description: optionalText(5000),
  latitude: latitude.nullish().refine((value) => value != null, 'SELECT_LOCATION'),
  longitude: longitude.nullish().refine((value) => value != null, 'SELECT_LOCATION'),
});
export type HotelInput = z.output<typeof HotelInput>;

export const hotelContract = {
  getAll: endpoint({
    method: 'get',
    path: '/api/deviceHotel/getAll',
    summary: 'All hotels of the account',
    access: 'account.read',
    response: z.array(Hotel),
  }),
  insert: endpoint({
    method: 'post',
    path: '/api/deviceHotel/insert',
    summary: 'Adds a hotel, or changes it when an id is given',
    access: 'hotel.edit',
    body: HotelInput,
    response: Hotel,
    idempotent: true,
  }),
  delete: endpoint({
    method: 'delete',
    path: '/api/deviceHotel/deleteHotel/{id}',
    summary: 'Deletes a hotel',
    access: 'hotel.delete',
    params: idParams,
    response: 'empty',
  }),
};
