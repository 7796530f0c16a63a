export const words = {
  employee: 'Employee',
  employeeSearch: 'Name or number',
  nobody: 'Nobody found',
  searching: 'Searching…',
  searchManagers: 'Search managers',
  noManager: 'Nobody found',
}
