import { hotelContract } from '@servicebook/shared/hotel';
import type { Deps } from '../../deps.ts';
import { handlers } from '../../http/handlers.ts';
import { deleteHotel, listHotels, saveHotel } from './hotel.service.ts';

export const hotelRoutes = (deps: Deps) =>
  handlers(hotelContract, {
    getAll: ({ ctx }) => listHotels(deps, ctx),
    insert: ({ ctx, body }) => saveHotel(deps, ctx, body),
    delete: ({ ctx, params }) => deleteHotel(deps, ctx, params.id),
  });
