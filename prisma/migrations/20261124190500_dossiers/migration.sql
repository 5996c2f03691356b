-- AlterEnum
ALTER TYPE "export_kind" ADD VALUE 'WARRANTY_DOSSIER';
