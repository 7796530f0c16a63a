export const words = {
  retention: 'Durées de conservation',
  disposals: 'Éliminations',
  legal_holds: 'Conservation légale',
  deletion_requests: 'Demandes d’effacement',
  access_packages: 'Copies des données',
  data: 'Droits sur les données',
}
