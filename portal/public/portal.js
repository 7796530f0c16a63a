const status = document.getElementById('status')

try {
  const answer = await fetch('/health/ready')
  show(answer.ok ? 'ok' : 'unavailable', answer.ok ? 'Ready' : 'The database does not answer')
} catch {
  show('unavailable', 'The service does not answer')
}

function show(state, words) {
  status.dataset.state = state
  status.textContent = words
}
