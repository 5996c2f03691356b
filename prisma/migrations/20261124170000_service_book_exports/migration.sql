-- AlterEnum
ALTER TYPE "export_kind" ADD VALUE 'SERVICE_BOOKS';
