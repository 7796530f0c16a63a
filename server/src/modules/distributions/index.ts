export { checkCarrier } from '#modules/distributions/carriers/check-carrier.ts'
export { getCarrier, listCarriers } from '#modules/distributions/carriers/queries.ts'
export { distributionSection } from '#modules/distributions/settings/setup-section.ts'
