import { z } from 'zod';
import { endpoint } from './contract.ts';
import { placeInput } from './place.ts';
import { idParams, optionalLine } from './primitives.ts';

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

/** The content of the form. */
export const HotelContent = placeInput({ name: 'NAME_EMPTY', point: 'SELECT_LOCATION' });

export const HotelInput = HotelContent.omit({ street: true }).extend({ streetAddress: optionalLine() });
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
