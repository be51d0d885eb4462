// GumbelRule: see the header.
#include "selfplay/search/gumbel.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <utility>

#include "base/check.h"
#include "base/portable_math.h"
#include "selfplay/evaluators/softmax.h"
#include "selfplay/settings/algorithm.h"

namespace kvintet::selfplay {
namespace {

// Smallest spread of values that is stretched to the whole of [0, 1].
constexpr double kMinSpread = 1e-8;
// Lower bound of scores, so that an action with almost no policy can still be chosen.
constexpr double kMinScore = -1e9;

double WithNoise(double noisy_logit, double sigma) {
  return std::max(kMinScore, noisy_logit + sigma);
}

}  // namespace

std::vector<int> ConsideredVisits(int considered, int simulations) {
  std::vector<int> sequence;
  if (considered <= 1) {
    for (int i = 0; i < simulations; ++i) {
      sequence.push_back(i);
    }
    return sequence;
  }
  const auto wanted = static_cast<size_t>(simulations);
  const auto rounds = static_cast<int>(std::bit_width(static_cast<uint32_t>(considered - 1)));
  int visits = 0;
  for (int left = considered; sequence.size() < wanted; left = std::max(2, left / 2)) {
    const int times = std::max(1, simulations / (rounds * left));
    for (int i = 0; i < times; ++i, ++visits) {
      sequence.insert(sequence.end(), static_cast<size_t>(left), visits);
    }
  }
  sequence.resize(wanted);
  return sequence;
}

void CompletedValues::Fill(const SearchTree& tree, int node) {
  const TreeNode& n = tree.Node(node);
  opened.resize(static_cast<size_t>(n.opened));
  unopened = 0;
  double least = std::numeric_limits<double>::infinity();
  double largest = -least;
  double weighted = 0;
  double weights = 0;
  int visits = 0;
  int most_visits = 0;
  for (int edge = 0; edge < n.opened; ++edge) {
    const double value = tree.Value(node, edge);
    const double prior = std::max(tree.Prior(node, edge), std::numeric_limits<float>::min());
    const int count = tree.Child(node, edge).visits;
    opened[static_cast<size_t>(edge)] = value;
    least = std::min(least, value);
    largest = std::max(largest, value);
    weighted += prior * value;
    weights += prior;
    visits += count;
    most_visits = std::max(most_visits, count);
  }
  if (n.opened == 0) {
    return;
  }
  const double raw = n.Sign() * static_cast<double>(n.raw_value);
  const double mix = (raw + visits * (weighted / weights)) / (visits + 1);
  if (n.opened < n.num_edges) {
    least = std::min(least, mix);
    largest = std::max(largest, mix);
  }
  const double scale = (c_visit + most_visits) * c_scale;
  const double from = stretch ? least : 0;
  const double spread = stretch ? std::max(largest - least, kMinSpread) : 1;
  for (double& value : opened) {
    value = scale * ((value - from) / spread);
  }
  unopened = n.opened < n.num_edges ? scale * ((mix - from) / spread) : 0;
}

GumbelRule::GumbelRule(const SearchSettings& settings)
    : GumbelRule(settings.simulations, OwnSettings<GumbelSettings>(settings)) {}

GumbelRule::GumbelRule(int simulations, const GumbelSettings& settings)
    : simulations_(simulations),
      max_considered_(settings.max_considered),
      gumbel_scale_(settings.scale),
      uniform_(settings.uniform),
      values_{.c_visit = settings.c_visit,
              .c_scale = settings.c_scale,
              .stretch = settings.stretch_values} {}

void GumbelRule::PrepareRoot(const SearchRoot& root, std::span<const envs::Action> legal,
                             const Evaluation& evaluation, std::span<const float> priors,
                             SearchTree* tree) {
  RandomStream random = root.Stream(Purpose::kNoise);
  const double scale = root.explore ? gumbel_scale_ : 0;
  const double most = *std::ranges::max_element(evaluation.logits);
  const double uniform = root.explore ? uniform_ / static_cast<double>(legal.size()) : 0;
  const auto mixed = [&](double logit, float prior) {
    return uniform > 0 ? portable::Log((1 - uniform_) * static_cast<double>(prior) + uniform)
                       : logit;
  };
  struct Edge {
    double noisy;
    double lot;
    double logit;
    envs::Action action;
    float prior;
  };
  std::vector<Edge> edges;
  for (size_t i = 0; i < legal.size(); ++i) {
    const double logit = static_cast<double>(evaluation.logits[i]) - most;
    const double lot = random.Gumbel();
    const double noise = scale > 0 ? scale * lot : 0;
    edges.push_back({noise + mixed(logit, priors[i]), lot, logit, legal[i], priors[i]});
  }
  // Without noise, lots decide between equal actions: rollouts make all of them equal, and those
  // considered must not be the first of the board.
  std::ranges::stable_sort(edges, std::ranges::greater(),
                           [](const Edge& edge) { return std::pair(edge.noisy, edge.lot); });
  std::vector<envs::Action> actions;
  std::vector<float> edge_priors;
  logits_.clear();
  noisy_.clear();
  for (const Edge& edge : edges) {
    actions.push_back(edge.action);
    edge_priors.push_back(edge.prior);
    logits_.push_back(edge.logit);
    noisy_.push_back(edge.noisy);
  }
  tree->Expand(0, actions, edge_priors, evaluation.wdl, EdgeOrder::kAsGiven);
  const int considered = std::min(max_considered_, static_cast<int>(legal.size()));
  const int simulations = root.simulations > 0 ? root.simulations : simulations_;
  std::vector<int>& schedule = schedules_[{considered, simulations}];
  if (schedule.empty()) {
    schedule = ConsideredVisits(considered, simulations);
  }
  schedule_ = &schedule;
}

int GumbelRule::SelectAtRoot(const SearchTree& tree, int simulation) {
  const int visits = (*schedule_)[static_cast<size_t>(simulation)];
  return visits == 0 ? tree.Node(0).opened : BestWithVisits(tree, visits);
}

double GumbelRule::Score(int edge) const {
  const auto i = static_cast<size_t>(edge);
  return WithNoise(noisy_[i], values_.opened[i]);
}

int GumbelRule::BestWithVisits(const SearchTree& tree, int visits) {
  values_.Fill(tree, 0);
  int best = -1;
  for (int edge = 0; edge < tree.Node(0).opened; ++edge) {
    if (tree.Child(0, edge).visits == visits && (best < 0 || Score(edge) > Score(best))) {
      best = edge;
    }
  }
  KVINTET_CHECK_GE(best, 0);
  return best;
}

void GumbelRule::Foresee(const SearchTree& tree, int simulation, int taken,
                         std::vector<int>* edges) {
  const auto next = schedule_->begin() + simulation;
  const int visits = *next;
  const auto end = std::find_if(next, schedule_->end(), [=](int other) { return other != visits; });
  const auto most = static_cast<size_t>(end - next) - 1;
  if (visits == 0) {
    for (size_t i = 0; i < most; ++i) {
      edges->push_back(tree.Node(0).opened + static_cast<int>(i));
    }
    return;
  }
  values_.Fill(tree, 0);
  for (int edge = 0; edge < tree.Node(0).opened; ++edge) {
    if (edge != taken && tree.Child(0, edge).visits == visits) {
      edges->push_back(edge);
    }
  }
  std::ranges::stable_sort(*edges, std::ranges::greater(),
                           [this](int edge) { return Score(edge); });
  edges->resize(std::min(edges->size(), most));
}

int GumbelRule::Select(const SearchTree& tree, int node) {
  const TreeNode& n = tree.Node(node);
  if (n.opened == 0) {
    return 0;
  }
  values_.Fill(tree, node);
  // Only the differences of values count, so that they survive where all values are low.
  const bool all_opened = n.opened == n.num_edges;
  const double most_opened = *std::ranges::max_element(values_.opened);
  const double most = all_opened ? most_opened : std::max(values_.unopened, most_opened);
  // Values become weights prior * exp(sigma); their sum normalises the improved policy.
  const double unopened = all_opened ? 0 : FastExp(values_.unopened - most);
  double sum = n.unopened_prior * unopened;
  for (int edge = 0; edge < n.opened; ++edge) {
    double& weight = values_.opened[static_cast<size_t>(edge)];
    weight = static_cast<double>(tree.Prior(node, edge)) * FastExp(weight - most);
    sum += weight;
  }
  const double divisor = n.visits;  // 1 + visits of the children
  int best = n.opened;
  double best_score = all_opened ? -std::numeric_limits<double>::infinity()
                                 : static_cast<double>(tree.Prior(node, n.opened)) * unopened / sum;
  for (int edge = n.opened - 1; edge >= 0; --edge) {
    const double score =
        values_.opened[static_cast<size_t>(edge)] / sum - tree.Child(node, edge).visits / divisor;
    if (score >= best_score) {
      best = edge;
      best_score = score;
    }
  }
  return best;
}

int GumbelRule::Choose(const SearchRoot&, const SearchTree& tree, std::span<double> policy,
                       double* behaviour) {
  const TreeNode& n = tree.Node(0);
  int most_visits = 0;
  for (int edge = 0; edge < n.opened; ++edge) {
    most_visits = std::max(most_visits, tree.Child(0, edge).visits);
  }
  const int chosen = most_visits == 0 ? 0 : BestWithVisits(tree, most_visits);
  values_.Fill(tree, 0);
  double most = -std::numeric_limits<double>::infinity();
  for (size_t i = 0; i < policy.size(); ++i) {
    policy[i] = logits_[i] + (i < values_.opened.size() ? values_.opened[i] : values_.unopened);
    most = std::max(most, policy[i]);
  }
  double sum = 0;
  for (double& p : policy) {
    p = FastExp(p - most);
    sum += p;
  }
  for (double& p : policy) {
    p /= sum;
  }
  *behaviour = policy[static_cast<size_t>(chosen)];
  return chosen;
}

}  // namespace kvintet::selfplay
