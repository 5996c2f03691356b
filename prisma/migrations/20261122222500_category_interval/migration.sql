-- New machines of a category start with its inspection interval. Existing machines keep theirs.
ALTER TABLE "category" ADD COLUMN     "inspection_period_in_months" INTEGER,
ADD CONSTRAINT "category_inspection_period_check" CHECK ("inspection_period_in_months" BETWEEN 1 AND 600);
