export { checkCarrier } from '#modules/distributions/carriers/check-carrier.ts'
export { getCarrier, listCarriers } from '#modules/distributions/carriers/queries.ts'
