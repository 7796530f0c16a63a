export const words = {
  retention: 'Conservación',
  disposals: 'Eliminaciones',
  legal_holds: 'Retenciones legales',
  deletion_requests: 'Solicitudes de borrado',
  access_packages: 'Copias de los datos',
  data: 'Derechos sobre datos',
}
